/** Code on the pages: coloured on the server, with a button that copies it, and in several languages side by side. */

import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import r from "highlight.js/lib/languages/r";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import { Html, html } from "../ui/html.ts";
import { snippet, type Tab, tabsOf } from "../ui/samples.ts";

export type CodeSample = { readonly language: string; readonly code: string };

const grammars = { sh: bash, json, python, r, sql, ts: typescript };
for (const [name, grammar] of Object.entries(grammars)) highlighter.registerLanguage(name, grammar);

/** As people call the languages. The name is what the browser remembers as chosen, on all pages. */
const names: Readonly<Record<string, string>> = {
  sh: "curl",
  python: "Python",
  r: "R",
  sql: "DuckDB",
  ts: "TypeScript",
  json: "JSON",
  csv: "CSV",
  http: "HTTP",
};

/** Numbers the parts of a page that a button or a tab points to. */
export type CodeIds = () => string;

export function idsOf(prefix: string): CodeIds {
  let count = 0;
  return () => `${prefix}-${++count}`;
}

export function codeBlock({ language, code }: CodeSample, ids: CodeIds): Html {
  return snippet(ids(), names[language] ?? "code", coloured(language, code), language);
}

/** The same in several languages, of which one is shown. */
export function codeTabs(samples: readonly CodeSample[], ids: CodeIds): Html {
  const isFormat = samples.every(({ language }) => language === "json" || language === "csv");
  const tabs = samples.map((sample): Tab => [names[sample.language] ?? sample.language, codeBlock(sample, ids)]);
  return tabsOf(isFormat ? "Format" : "Language", ids(), tabs);
}

/** HTML with classes only; the style sheet has the colours. */
function coloured(language: string, code: string): Html {
  const text = code.replace(/\n$/, "");
  if (!(language in grammars)) return html`${text}`;
  return new Html(highlighter.highlight(text, { language }).value);
}
