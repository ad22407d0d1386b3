import { endpoint } from "../endpoint.ts";
import { fileInPath, signatureOfFile, versionOfFile } from "../file-parameters.ts";

export const file = endpoint({
  path: "/files/:sport/:season/:file",
  operation: "getFile",
  tag: "Files",
  summary: "Get a file of a season",
  sentence: "One data set of a whole season as a file: the rows of all pages of its list.",
  details:
    "The strong ETag is its SHA-256, which `Repr-Digest` says too. A `Range` of one part is answered with 206, and with `If-Range` a " +
    "download goes on where it ended. Each request counts as one, 206 and HEAD too. A signed address needs no header; where a key is " +
    "in a header as well, that key counts.",
  inPath: fileInPath,
  parameters: { ...versionOfFile, ...signatureOfFile },
  answer: null,
  shape: 1,
  isKept: false,
  caching: "private",
});
