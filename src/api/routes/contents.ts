/** `/v1` and `/v1/`: what there is, for callers who have nothing but a key and the address. */
import { hash } from "node:crypto";
import { objectBody } from "../answer.ts";
import { endpoint } from "../endpoint.ts";
import { documentedPath, endpointPaths, endpointSummaries } from "./paths.ts";

/** All paths are of the server that answers. */
export const contentsOfV1 = {
  endpoints: endpointPaths.map((path) => ({ path: documentedPath(path), summary: endpointSummaries[path] })),
  documentation: "/docs",
  openapi: "/v1/openapi.json",
};

const rendered = Buffer.from(JSON.stringify(contentsOfV1));
const etag = `W/"${hash("sha256", rendered, "base64url").slice(0, 22)}"`;

export const contents = endpoint({}, () => ({
  freshness: { etag, isSettled: false },
  make: () => objectBody(rendered),
}));
