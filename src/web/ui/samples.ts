/** Text to copy, and samples in several languages. */
import { type Hole, type Html, html } from "./html.ts";

/**
 * Text that a button copies; the page's script shows it. The text scrolls, also by keyboard.
 * @param label such as `API key`. @param language lines of a shell are broken, code is not.
 */
export function snippet(id: string, label: string, text: Hole, language = "sh"): Html {
  return html`<div class="snippet"><pre tabindex="0" role="group" aria-label="${label}"><code id="${id}" class="language-${language}">${text}</code></pre>
<button type="button" class="copy small" data-copy="${id}" aria-label="Copy ${label}" hidden>Copy</button></div>
`;
}

export type Tab = readonly [name: string, content: Html];

/** Samples of which one is shown. @param kind of what is chosen, which the browser remembers. @param group that no other tabs of the page have. */
export function tabsOf(kind: "Language" | "Format", group: string, tabs: readonly Tab[]): Html {
  return html`<div class="tabs" data-tabs="${kind}">${tabs.map(
    ([name, content], at) =>
      html`<details name="${group}" data-tab="${name}"${at === 0 ? html` open` : ""}><summary>${name}</summary>
${content}</details>
`,
  )}</div>
`;
}
