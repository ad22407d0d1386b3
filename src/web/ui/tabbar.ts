/** Links of which one is the page that is shown. */
import { type Hole, type Html, html } from "./html.ts";

export type Tab = { readonly href: string; readonly text: Hole; readonly isCurrent: boolean };

/** @param name what is chosen, for readers of the screen. */
export function tabbar(name: string, tabs: readonly Tab[]): Html {
  const items = tabs.map(
    ({ href, text, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : ""}>${text}</a></li>`,
  );
  return html`<nav aria-label="${name}"><ul class="tabbar">${items}</ul></nav>`;
}
