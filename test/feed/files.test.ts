import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { test } from "vitest";
import { expandPaths, readInputs, readLines, readText } from "../../src/feed/files.ts";
import { parseJson } from "../../src/feed/parse.ts";
import { InputError } from "../../src/feed/refusals.ts";
import { testFolder } from "../support/folders.ts";

const folder = testFolder("files");

function put(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function linesOf(file: string): Promise<string[]> {
  return (await Array.fromAsync(readLines(file))).flat();
}

const stops = (message: string) => (error: unknown) => {
  assert.ok(error instanceof InputError, String(error));
  assert.equal(error.message, message);
  return true;
};

test("a folder is read with the folders inside it, by name, and only what has the ending", () => {
  const root = join(folder, "tree");
  mkdirSync(join(root, "b"), { recursive: true });
  mkdirSync(join(root, ".hidden"));
  for (const name of ["c.json", "a.json.gz", "b/1.JSON", "b/notes.md", ".hidden/x.json", ".y.json"]) {
    writeFileSync(join(root, name), name.endsWith("gz") ? gzipSync("[1]") : "[2]");
  }
  symlinkSync(root, join(root, "b", "loop"));
  const files = ["a.json.gz", "b/1.JSON", "c.json"].map((name) => join(root, name));
  assert.deepEqual(expandPaths([root], [".json"]), files);
  assert.deepEqual(
    [...readInputs([root], [".json"])].map(({ text }) => text),
    ["[1]", "[2]", "[2]"],
  );
});

test("a file that is named is read whatever its name, and gzip is known by its first bytes", () => {
  assert.equal(readText(put("data.txt", gzipSync("hello"))), "hello");
  assert.equal(readText(put("plain.json.gz", "\ufeffhello")), "hello");
});

test("a path that does not exist, an empty folder and an empty file are named", async () => {
  const missing = join(folder, "missing.json");
  assert.throws(() => expandPaths([missing], [".json"]), stops(`${missing}: does not exist`));
  const empty = join(folder, "empty");
  mkdirSync(empty);
  writeFileSync(join(empty, "readme.md"), "x");
  assert.throws(
    () => expandPaths([empty], [".json"]),
    stops(`${empty}: is a folder without a file that ends in .json`),
  );
  const blank = put("blank.json", " \n");
  assert.throws(() => readText(blank), stops(`${blank}: is empty`));
  const blankZip = put("blank.json.gz", gzipSync(""));
  assert.throws(() => readText(blankZip), stops(`${blankZip}: is empty`));
  await assert.rejects(linesOf(put("blank.ndjson", "")), InputError);
});

test("gzip that is cut off, gzip that is damaged and bytes that are no text are told apart", async () => {
  const whole = gzipSync("some text that is long enough to be cut".repeat(20));
  const cut = put("cut.json.gz", whole.subarray(0, whole.length - 12));
  assert.throws(() => readText(cut), stops(`${cut}: is a gzip file that was cut off`));
  await assert.rejects(linesOf(cut), stops(`${cut}: is a gzip file that was cut off`));
  const damaged = put("damaged.json.gz", Uint8Array.of(...whole.subarray(0, 12), 255, 255, ...whole.subarray(14)));
  assert.throws(() => readText(damaged), stops(`${damaged}: is a damaged gzip file`));
  const binary = put("binary.json", Uint8Array.of(0x50, 0x4b, 3, 4, 0xff, 0xfe));
  assert.throws(() => readText(binary), stops(`${binary}: is not UTF-8 text`));
  await assert.rejects(linesOf(binary), stops(`${binary}: is not UTF-8 text`));
});

test("a web page is not data", async () => {
  for (const page of ["<!DOCTYPE html><html>", "\n <html lang=en>"]) {
    const file = put("page.json", page);
    assert.throws(() => readText(file), stops(`${file}: is a web page (HTML), not data`));
    await assert.rejects(linesOf(file), stops(`${file}: is a web page (HTML), not data`));
  }
});

test("text that is not JSON is told from text that was cut off, with its place", () => {
  const cases = {
    '{"a": 1,\n "b": NaN}': /^x\.json: is not JSON: Unexpected token 'N', "\{"a": 1, "b": NaN\}" is not valid JSON$/,
    "[1 2]": /^x\.json: is not JSON: Expected .* \(line 1 column 4\)$/,
    '{"a": 1}}': /^x\.json: is not JSON: Unexpected .* \(line 1 column 9\)$/,
    '[{"a": 1},\n{"b"': /^x\.json: is not JSON: it is cut off: Expected .* \(line 2 column 5\)$/,
    '["some text that goes o': /^x\.json: is not JSON: it is cut off: Unterminated string .* \(line 1 column 24\)$/,
    "[tru": /^x\.json: is not JSON: it is cut off: Unexpected end of JSON input$/,
  };
  for (const [text, problem] of Object.entries(cases)) {
    assert.throws(() => parseJson(text, "x.json"), { name: "InputError", message: problem });
  }
});

test("an error that the provider sent for an answer is not data", () => {
  const text = '{"message": "Usage quota has been reached.", "error_code": "OUT_OF_USAGE_CREDITS", "details_url": "u"}';
  const problem = "is an error of the provider, not data: Usage quota has been reached. (OUT_OF_USAGE_CREDITS)";
  assert.throws(() => parseJson(text, "x.json"), stops(`x.json: ${problem}`));
  for (const other of ['{"message":"Usage quota has been reached"}', '{"code":404,"error":"Not found"}']) {
    const words = Object.values(JSON.parse(other)).at(-1);
    const says = `x.json: is an error of the provider, not data: ${words}`;
    assert.throws(() => parseJson(other, "x.json"), stops(says));
  }
  assert.deepEqual(parseJson('{"message":"none today","dates":[]}', "x.json"), { message: "none today", dates: [] });
});

test("lines are the same however the chunks of the file fall, gzipped or not", async () => {
  // Longer than a chunk, with characters of several bytes that fall across its edge.
  const lines = Array.from({ length: 60_000 }, (_, index) => `${index} Hawaiʻi ${"é".repeat(index % 17)}`);
  assert.deepEqual(await linesOf(put("lines.ndjson", `${lines.join("\r\n")}\n`)), lines);
  assert.deepEqual(await linesOf(put("lines.ndjson.gz", gzipSync(lines.join("\n")))), lines);
});
