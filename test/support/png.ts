/** Pictures as messengers take them. */
import assert from "node:assert/strict";
import { inflateSync } from "node:zlib";

/** Reads as much of a PNG as the test asks: https://www.w3.org/TR/png/. */
export function readPng(png: Buffer) {
  assert.equal(png.subarray(0, 8).toString("hex"), "89504e470d0a1a0a");
  const parts: Buffer[] = [];
  let ended = false;
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    if (type === "IEND") ended = true;
    at += 12 + length;
  }
  assert.ok(ended, "the picture is whole");
  const pixels = inflateSync(Buffer.concat(parts));
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  assert.ok(pixels.length > width * height);
  return { width, height, colours: new Set(pixels).size };
}
