/** The page that lists the packages of the clients, and how each is installed. */
import { html } from "ghtml";
import type { OfferedClient } from "./offered.ts";

export const clientsPath = "/clients/";

/** The JSON index, with addresses below this server. */
export function clientsIndex(offered: readonly OfferedClient[]): string {
  const clients = offered.map(({ file, name, version, bytes, sha256, newest }) => ({
    name,
    version,
    path: clientsPath + file,
    newest: newest === null ? null : clientsPath + newest,
    bytes: bytes.length,
    sha256,
  }));
  return `${JSON.stringify({ clients }, null, 2)}\n`;
}

/** The text of SHA256SUMS, as `sha256sum --check` takes it. */
export function clientsSums(offered: readonly OfferedClient[]): string {
  return offered.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join("");
}

/** The line that installs it; null: it is a file to keep. */
function commandFor({ file, newest }: OfferedClient, apiUrl: string): string | null {
  if (file.endsWith(".tgz")) return `npm i ${apiUrl}${clientsPath}${newest ?? file}`;
  if (file.endsWith(".whl")) return `pip install ${apiUrl}${clientsPath}${file}`;
  if (file.endsWith(".R")) return `source("${apiUrl}${clientsPath}${file}")`;
  return null;
}

/** @param apiUrl without a slash at its end. */
export function clientsBody(offered: readonly OfferedClient[], apiUrl: string): string {
  const cards = offered.map((client) => {
    const command = commandFor(client, apiUrl);
    return html`<section class="card"><h2>${client.name}!${client.version === null ? "" : html` ${client.version}`}</h2>
!${command === null ? "" : html`<pre><code>${command}</code></pre>`}
<p><a href="${clientsPath}${client.file}">${client.file}</a>, ${String(client.bytes.length)} bytes</p>
<p class="hint">SHA-256 <code>${client.sha256}</code></p></section>`;
  });
  return html`<h1>Clients</h1>
<p>Programs of ours that call the API for you. <a href="/docs/clients">The docs</a> say what they do, and <a href="${clientsPath}index.json">index.json</a>
has this list for programs, <a href="${clientsPath}SHA256SUMS">SHA256SUMS</a> for <code>sha256sum --check</code>. They come from this server and from no registry of packages: what is called the same there is somebody else’s.</p>
!${cards.length === 0 ? "<p>This server has none.</p>" : cards}`;
}
