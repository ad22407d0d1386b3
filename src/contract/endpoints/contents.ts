import { endpoint } from "../endpoint.ts";

export const contents = endpoint({
  path: "",
  operation: "listEndpoints",
  tag: "Reference",
  summary: "List endpoints",
  sentence: "What there is: every endpoint, and where the documentation and the OpenAPI document are.",
  details: "`/v1/` is the same.",
  parameters: {},
  answer: "ContentsAnswer",
  shape: 1,
});
