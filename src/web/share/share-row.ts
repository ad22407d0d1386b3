/** Below an answer: a link to share, and the line that puts it in a frame elsewhere. */
import { html } from "ghtml";
import { copyButton } from "../frame/copy.ts";

export type ShareRow = {
  /** The path and query of the set as it is shared. */
  readonly shared: string;
  /** The name of the set. */
  readonly name: string;
  readonly apiUrl: string;
};

/** The frame fits its content at any width from 320 pixels. */
const frameHeight = 620;

export function shareRow({ shared, name, apiUrl }: ShareRow): string {
  const embed = `${apiUrl}/embed${shared.slice(1)}`;
  // Attributes of plain HTML, with no more escapes than people can read.
  const [src, title] = [embed, `Gradeline: ${name}`].map((text) =>
    text.replaceAll("&", "&amp;").replaceAll('"', "&quot;"),
  );
  const frame = `<iframe src="${src}" title="${title}" width="100%" height="${frameHeight}" style="border:0;max-width:800px" loading="lazy"></iframe>`;
  return html`<section class="share" aria-label="Share">
<p class="actions"><a class="button" href="${shared}" rel="nofollow" data-share>Share</a></p>
<details><summary>Embed</summary>
<p class="hint">This line puts the record into a page of yours, as everybody may see it. It has no script and sets no cookie. <a href="${embed}" rel="nofollow">See the frame</a></p>
<div class="snippet"><pre tabindex="0" role="group" aria-label="The frame"><code id="embed-line">${frame}</code></pre>
!${copyButton("embed-line", "Copy")}</div></details>
</section>`;
}
