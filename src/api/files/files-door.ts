/** Everything below a file of a season: its bytes and its signed address, which the caller's key has a part in. */
import type { IncomingMessage } from "node:http";
import type { Gate } from "../../access/gate.ts";
import { fileLink as declared } from "../../contract/lists/files.ts";
import { requestIdHeader } from "../../http/request-id.ts";
import type { Shelf } from "../../query/shelf.ts";
import { addressAskedFor } from "../address-asked-for.ts";
import { objectBody } from "../answer.ts";
import type { Admitted } from "../answering.ts";
import { apiHeaderList } from "../browsers.ts";
import type { FileEndpoint } from "../endpoint.ts";
import { ApiError } from "../errors.ts";
import { limitHeadersOf } from "../limit-headers.ts";
import { partsOfBody } from "../send.ts";
import type { Route } from "../target.ts";
import { vary } from "../vary.ts";
import { Downloads } from "./downloads.ts";
import { sendSeasonFile } from "./file-answer.ts";
import { fileInPath, filePathOf } from "./file-in-path.ts";
import { type FileLinks, isSigned } from "./signed-links.ts";

export type FilesDoorFacts = {
  readonly links: FileLinks;
  readonly nowMs: () => number;
  readonly gate: Gate;
  /** Where callers reach the API, as the operator has said; null: nobody has said. */
  readonly apiUrl: string | null;
  readonly isByTls: (request: IncomingMessage) => boolean;
};

export class FilesDoor {
  readonly #shelf: Shelf;
  readonly #facts: FilesDoorFacts;
  readonly #downloads = new Downloads();

  constructor(shelf: Shelf, facts: FilesDoorFacts) {
    this.#shelf = shelf;
    this.#facts = facts;
  }

  /** The id of the key that a signed request counts on; null: it is for no file, or comes with a key. @throws ApiError 403. */
  signedKeyId({ endpoint, inPath }: Route, request: IncomingMessage, query: string): string | null {
    if (!endpoint.isOfFile || endpoint.answer !== "file" || !isSigned(request, query)) return null;
    return this.#facts.links.keyIdOf(filePathOf(inPath), query);
  }

  /** @throws what may be told as an error, before a byte is sent. */
  async send(admitted: Admitted<FileEndpoint>): Promise<void> {
    const { followed, admission, route } = admitted;
    const headers = [...apiHeaderList, requestIdHeader, followed.id, ...limitHeadersOf(admission.meters)];
    headers.push("x-revision", String(this.#shelf.current.revision));
    if (this.#shelf.current.isSample) headers.push("x-dataset", "sample");
    if (route.endpoint.answer === "link") await this.#sendLink(admitted, headers);
    else
      await sendSeasonFile(this.#shelf, admitted, {
        headers,
        nowMs: this.#facts.nowMs(),
        downloads: this.#downloads,
      });
  }

  /** Never a redirect: clients carry the key along to wherever one leads. */
  async #sendLink({ request, response, route, query, followed }: Admitted<FileEndpoint>, headers: string[]) {
    const { gate, links, apiUrl, isByTls, nowMs } = this.#facts;
    declared.read(query);
    const { path, sha256 } = await fileInPath(this.#shelf, route.inPath, null, nowMs());
    const { authorization, "x-api-key": apiKey } = request.headers;
    const keyId = await gate.keyIdOf({ authorization, apiKey: apiKey === undefined ? undefined : String(apiKey) });
    if (keyId === null) throw new ApiError("unavailable");
    const signed = links.sign({ keyId, path, sha256 });
    const address = apiUrl ?? addressAskedFor(request, isByTls(request));
    const url = `${address === "/" ? "" : address}/v1/files/${path}?${signed.query}`;
    const data = { url, expires_at: new Date(signed.expiresMs).toISOString() };
    const answer = objectBody(Buffer.from(JSON.stringify(data)));
    const body = Buffer.concat([...partsOfBody(answer), answer.after(followed.id)]);
    headers.push("content-type", answer.contentType, "cache-control", "no-store", "vary", vary);
    response.writeHead(200, [...headers, "content-length", String(body.length)]).end(body);
  }
}
