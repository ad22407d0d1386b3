/** A set of bets for a frame of another site. */
import { html } from "ghtml";
import { drawnForWindows, drawPicture, type PictureWords } from "../pictures/draw.ts";
import { plotOfUnits } from "../pictures/units.ts";
import { renderEmbed } from "./embed-page.ts";
import type { SharedSet } from "./shared-set.ts";

const size = { height: 200, marginLeft: 44, marginRight: 10, marginTop: 8, marginBottom: 24 };
const words: PictureWords = {
  title: "Units won, bet by bet",
  description:
    "Units won on stakes of one at closing prices, beside the band in which chance alone ends up in 95 of 100 tries.",
};

export function drawEmbed({ parts, url, record, won, verdict, chance, count, units, invented }: SharedSet): string {
  const name = parts.join(" · ");
  const picture = drawnForWindows((width) => drawPicture({ ...size, width, ...plotOfUnits(units) }, words));
  const body = html`!${invented === null ? "" : html`<p class="warning">${invented}</p>`}
<h1>${name}</h1>
<p class="record${record.length > 11 ? " long" : ""}">${record}</p>
<p>${won}</p>
<p class="pill ${verdict.look}">${verdict.pill}</p>
<p>${chance ?? verdict.meaning}</p>
<p class="hint">${count}</p>
!${
    units.length === 0
      ? ""
      : html`<figure class="picture">!${picture}<figcaption><small>${words.title}. Grey: chance alone, 95%</small></figcaption></figure>`
  }`;
  return renderEmbed(`${name}: ${record}`, body, url);
}
