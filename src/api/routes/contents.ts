/** `/v1` and `/v1/`: what there is, for callers who have nothing but a key and the address. */

import { hash } from "node:crypto";
import { documentedPath } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/lists/all.ts";
import { type Contents, contents as declared } from "../../contract/lists/reference.ts";
import { objectBody } from "../answer.ts";
import { answering } from "../endpoint.ts";

/** All paths are of the server that answers. */
const contentsOfV1: Contents = {
  endpoints: endpoints.map(({ path, summary }) => ({ path: documentedPath(path), summary })),
  documentation: "/docs",
  openapi: "/v1/openapi.json",
};

const rendered = Buffer.from(JSON.stringify(contentsOfV1));
const etag = `W/"${hash("sha256", rendered, "base64url").slice(0, 22)}"`;

export const contentsRoute = answering(declared, () => ({
  freshness: { etag, isSettled: false },
  make: () => objectBody(rendered),
}));
