/** What stands in a template of a page is escaped, once, unless it is HTML already. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { Html, html, joined } from "../../src/web/ui/html.ts";

test("a text is escaped once, HTML is not, and the items of a list follow each other", () => {
  const name = html`<b title="${"\"&'"}">${"<script>"}</b>`;
  assert.equal(name.text, '<b title="&#34;&#38;&#39;">&#60;script&#62;</b>');
  assert.equal(html`${name}${0}${["<", name]}`.text, `${name.text}0&#60;${name.text}`);
  assert.equal(html`${new Html("<hr>")}`.text, "<hr>");
  assert.equal(joined([html`<i>1</i>`, html`${"2>1"}`], " & ").text, "<i>1</i> &#38; 2&#62;1");
});
