/** The form that asks the API from the page. The key goes into a header, so that only the page's script can send it. */
import { type Html, html } from "../../ui/html.ts";
import { type CodeIds, codeBlock } from "../code.ts";
import type { ReferenceEndpoint, ReferenceParameter } from "./endpoints.ts";
import { requestOf } from "./samples.ts";

/** @param address of the server, without a slash at its end. */
export function tryForm(endpoint: ReferenceEndpoint, address: string, ids: CodeIds): Html {
  const { path, parameters } = endpoint;
  // What makes a good first request stands open, with what leads on to the next page.
  const isFirst = ({ isRequired, isTried, name }: ReferenceParameter) =>
    isRequired || isTried || name === "limit" || name === "cursor";
  const first = parameters.filter(isFirst);
  const more = parameters.filter((parameter) => !isFirst(parameter));
  // curl writes no file to a terminal.
  const options = endpoint.exampleJson === null ? "-O " : "";
  const line = `curl -sS --fail-with-body ${options}-H "Authorization: Bearer $API_KEY" "${address}${requestOf(endpoint)}"\n`;
  return html`<noscript><p>The form needs JavaScript, because it sends the key in a header. This line asks the same:</p></noscript>
<form class="try" data-try="${path}" data-address="${address}" data-options="${options}" autocomplete="off" novalidate hidden>
<div class="try-key"><label for="try-api-key">API key</label>
<input id="try-api-key" type="password" maxlength="100" placeholder="gl_live_…" autocomplete="off" spellcheck="false" data-key>
<label class="tick"><input type="checkbox" data-keep> Keep for this tab</label>
<p class="hint">The key goes to this server alone. It is forgotten when you leave the page, unless you keep it for this tab. <a href="/manage">Make a key</a></p></div>
<div class="try-fields">
${first.map(fieldOf)}</div>
${
  more.length === 0
    ? ""
    : html`<details class="inside"><summary>${String(more.length)} more parameters</summary><div class="try-fields">
${more.map(fieldOf)}</div></details>`
}
<div class="actions"><button class="primary" data-send>Send the request</button> <span class="hint">Costs one request of the quota.</span></div>
</form>
<div class="try-line">${codeBlock({ language: "sh", code: line }, ids)}</div>
<div class="try-answer" data-answer hidden>
<p class="try-status" role="status" data-status></p>
<p class="notice" data-hint hidden></p>
<div class="actions"><button type="button" class="small" data-next hidden>Fill in the next cursor</button></div>
<details class="try-headers"><summary>Headers</summary><div class="table" tabindex="0"><table class="numbers"><thead><tr><th scope="col">header</th><th scope="col">value</th></tr></thead><tbody data-headers></tbody></table></div></details>
<div class="code"><pre tabindex="0" aria-label="Body of the answer"><code data-body></code></pre></div>
</div>
`;
}

function fieldOf(parameter: ReferenceParameter): Html {
  const { name, isRequired, choices, example, isTried, maxLength, range } = parameter;
  const id = `try-${name}`;
  const value = isTried ? example : name === "limit" ? "3" : "";
  const required = isRequired ? html` required` : "";
  const label = html`<label for="${id}"><code>${name}</code>${isRequired ? html` <span class="required">required</span>` : ""}</label>`;
  if (choices !== null) {
    const options = ["", ...choices].filter((each) => !isRequired || each !== "");
    return html`<div>${label}<select id="${id}" data-param="${name}" data-place="${parameter.place}"${required}>${options.map(
      (each) =>
        html`<option value="${each}"${each === value ? html` selected` : ""}>${each === "" ? "–" : each}</option>`,
    )}</select></div>
`;
  }
  const isWhole = parameter.type === "integer";
  const bounds =
    range === null
      ? html`maxlength="${String(maxLength ?? 200)}"`
      : html`data-least="${String(range[0])}" data-most="${String(range[1])}"`;
  return html`<div>${label}<input id="${id}" data-param="${name}" data-place="${parameter.place}" type="text"${isWhole ? html` inputmode="numeric"` : ""} ${bounds} placeholder="${example.length > 24 ? "" : example}" value="${value}" spellcheck="false"${required}></div>
`;
}
