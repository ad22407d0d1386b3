/** Pictures of numbers: drawn on the server, without style of their own, with words and a table for who does not see them. */
import assert from "node:assert/strict";
import * as Plot from "@observablehq/plot";
import { test } from "vitest";
import { drawPicture, figure, ink } from "../../src/web/pictures/draw.ts";

const words = { title: "Units <won>", description: 'Won & lost, from "1" to 3.' };
const points = [1, 2, 3].map((x) => ({ x, y: x * x }));

function draw(said = words): string {
  return drawnHtml(said).text;
}

function drawnHtml(said = words) {
  return drawPicture(
    { width: 320, height: 200, marks: [Plot.line(points, { x: "x", y: "y", stroke: ink.accent })] },
    said,
  );
}

test("a picture is an svg with title and description, and without style, script or another origin", () => {
  const svg = draw();
  assert.match(svg, /^<svg [^>]*aria-labelledby="(picture-[\w-]{8})-title \1-description" role="img"/);
  assert.match(svg, /<title id="picture-[\w-]+-title">Units &#60;won&#62;<\/title>/);
  assert.match(svg, /<desc id="picture-[\w-]+-description">Won &#38; lost, from &#34;1&#34; to 3\.<\/desc>/);
  assert.match(svg, /stroke="var\(--accent\)"/);
  assert.doesNotMatch(svg, /<style|style=|<script|href=|url\(|aria-label=/);
});

test("the same picture is the same text, and another one has other ids", () => {
  const idOf = (svg: string) => /<title id="([^"]+)"/.exec(svg)?.[1];
  assert.equal(draw(), draw());
  assert.notEqual(idOf(draw()), idOf(draw({ ...words, title: "Units lost" })));
});

test("a figure has the data as a table beside the picture", () => {
  const columns = [
    { name: "Season", isNumber: false },
    { name: "Units", isNumber: true },
  ];
  const { text: shown } = figure(drawnHtml(), words, { columns, rows: [["2024", "<1>"]] });
  assert.match(shown, /<figcaption>Units &#60;won&#62;<\/figcaption>/);
  assert.match(shown, /<th scope="row">2024<\/th><td class="number">&#60;1&#62;<\/td>/);
});
