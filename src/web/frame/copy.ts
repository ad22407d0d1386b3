/** Buttons that copy a text. They are hidden until the page's script shows them, because it does the copying. */
import { html } from "ghtml";

/** @param from the id of the element whose text is copied. */
export function copyButton(from: string, label: string, look = ""): string {
  return html`<button type="button" class="copy ${look}" data-copy="${from}" hidden>${label}</button>`;
}

/** The place in the page where the script says that it has copied. */
export const copyStatus = '<p class="hidden" role="status" data-copy-status></p>';
