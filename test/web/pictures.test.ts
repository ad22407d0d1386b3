/** Pictures of numbers: drawn on the server, without style of their own, with words and a table for who does not see them. */
import assert from "node:assert/strict";
import * as Plot from "@observablehq/plot";
import { test } from "vitest";
import { drawPicture, ink } from "../../src/web/pictures/draw.ts";
import { chart } from "../../src/web/ui/chart.ts";
import { Page } from "../support/document.ts";

const words = { title: "Units <won>", description: 'Won & lost, from "1" to 3.' };
const points = [1, 2, 3].map((x) => ({ x, y: x * x }));

function draw(said = words): string {
  const marks = [Plot.line(points, { x: "x", y: "y", stroke: ink.accent })];
  return drawPicture({ width: 320, height: 200, marks }, said).text;
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

test("a chart has its caption, its words, and the data as a table beside the picture", () => {
  const shown = chart({
    name: words.title,
    says: words.description,
    ...{ x: {}, y: {}, marks: [Plot.dot(points, { x: "x", y: "y" })] },
    table: { columns: [{ head: "Season" }, { head: "Units", look: "number" }], rows: [["2024", "<1>"]] },
  });
  const page = new Page(shown.text);
  assert.equal(page.text("figcaption"), words.title);
  assert.equal(page.text("svg desc"), words.description);
  assert.deepEqual(page.cells("table"), [["2024", "<1>"]]);
});
