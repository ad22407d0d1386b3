/** Buttons that copy; the script shows them, as without it they could do nothing. */
import { html } from "ghtml";

/** @param from id of the element whose text is copied. */
export function copyButton(from: string, label: string, look = ""): string {
  return html`<button type="button" class="copy ${look}" data-copy="${from}" hidden>${label}</button>`;
}

/** Where the script says that it copied. */
export const copyStatus = '<p class="hidden" role="status" data-copy-status></p>';
