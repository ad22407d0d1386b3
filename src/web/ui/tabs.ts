/** Parts of a page of which one is shown: samples in several languages, or an answer in several formats. */
import { type Html, html } from "./html.ts";

export type Tab = readonly [name: string, content: Html];

/** @param kind of what is chosen, which the browser remembers. @param group that no other tabs of the page have. */
export function tabsOf(kind: "Language" | "Format", group: string, tabs: readonly Tab[]): Html {
  return html`<div class="tabs" data-tabs="${kind}">${tabs.map(
    ([name, content], at) =>
      html`<details name="${group}" data-tab="${name}"${at === 0 ? html` open` : ""}><summary>${name}</summary>
${content}</details>
`,
  )}</div>
`;
}
