/**
 * The sample for Google Sheets. IMPORTDATA cannot send a header, and a key has no place in an address, so that a sheet asks
 * through a function of its own, written in Apps Script.
 */
import type { AskedRequest } from "./request.ts";

export type SheetsSample = {
  /** What stands in the sheet's Apps Script. */
  readonly script: string;
  /** What stands in a cell. */
  readonly formula: string;
};

export function sheetsSample({ shape, csvUrl, jsonUrl }: AskedRequest): SheetsSample {
  return shape === "json"
    ? { script: jsonScript, formula: `=GRADELINE("${jsonUrl}")\n` }
    : { script: csvScript, formula: `=GRADELINE("${csvUrl}")\n` };
}

/** A custom function that returns text would leave numbers as text in the cells, which no sum counts. */
const csvScript = `function GRADELINE(url) {
  const key = PropertiesService.getScriptProperties().getProperty("API_KEY");
  const rows = [];
  let more = "";
  while (more !== null) {
    const answer = UrlFetchApp.fetch(url + more, { headers: { Authorization: "Bearer " + key } });
    const page = Utilities.parseCsv(answer.getContentText());
    rows.push(...(more === "" ? page : page.slice(1)));
    const cursor = Object.entries(answer.getHeaders()).find(([name]) => name.toLowerCase() === "x-next-cursor");
    more = cursor ? "&cursor=" + cursor[1] : null;
  }
  return rows.map((row) => row.map((cell) => (cell === "" || isNaN(cell) ? cell : Number(cell))));
}
`;

const jsonScript = `function GRADELINE(url) {
  const key = PropertiesService.getScriptProperties().getProperty("API_KEY");
  const answer = UrlFetchApp.fetch(url, { headers: { Authorization: "Bearer " + key } });
  const cells = (value, name) =>
    value === null || typeof value !== "object"
      ? [[name, value === null ? "" : value]]
      : Object.entries(value).flatMap(([key, each]) => cells(each, name === "" ? key : name + "." + key));
  return cells(JSON.parse(answer.getContentText()).data, "");
}
`;
