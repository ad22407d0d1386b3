import { endpoint } from "../endpoint.ts";
import { fileInPath } from "../file-parameters.ts";

export const fileLink = endpoint({
  path: "/files/:sport/:season/:file/link",
  operation: "getFileLink",
  tag: "Files",
  summary: "Get a signed address of a file",
  sentence: "An address that opens a file without a header, for programs that can send none: Excel, a BI tool, R.",
  details:
    "It opens this version of this file with GET and HEAD, for one to two hours, and is refused when your key would be. Each request " +
    "to it counts as one of your key's. Keep it to yourself.",
  inPath: fileInPath,
  parameters: {},
  answer: "FileLinkAnswer",
  shape: 1,
  isKept: false,
  caching: "none",
});
