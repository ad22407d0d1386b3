/** The form that asks the API from the page. The key goes into a header, so that only the page's script can send it. */
import { type Html, html } from "../../ui/html.ts";
import type { ReferenceEndpoint } from "./endpoints.ts";
import { requestOf } from "./samples.ts";

export function tryForm(endpoint: ReferenceEndpoint): Html {
  return html`<h2 id="try-it"><a class="anchor" href="#try-it">Try it</a></h2>
<noscript><p>The form needs JavaScript, because it sends the key in a header. The samples above ask the same.</p></noscript>
<form class="card try" data-try autocomplete="off" hidden>
<label for="try-key">API key</label>
<input id="try-key" name="key" type="password" maxlength="100" placeholder="gl_live_…" autocomplete="off" spellcheck="false" required>
<label class="tick"><input type="checkbox" name="keep"> Keep for this tab</label>
<p class="hint">The key goes to this server alone. It is forgotten when you leave the page, unless you keep it for this tab. <a href="/manage">Make a key</a></p>
<label for="try-request">Request, with its parameters</label>
<input id="try-request" name="request" value="${requestOf(endpoint)}" spellcheck="false" required>
<p class="actions"><button class="primary">Send the request</button> <button type="button" name="next" hidden>Ask for the next page</button>
<span class="hint">Costs one request of the quota.</span></p>
<p role="status" data-status></p>
<details hidden><summary>Headers</summary><pre tabindex="0" data-headers></pre></details>
<pre tabindex="0" aria-label="Body of the answer" data-body hidden></pre>
</form>
`;
}
