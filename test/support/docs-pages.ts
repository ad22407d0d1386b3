/** The docs by themselves, without the rest of a server. */
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { Computing } from "../../src/query/computing/computing.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import type { DocsOptions } from "../../src/web/docs/routes.ts";
import { noLinks, type OperatorLinks } from "../../src/web/operator-links.ts";

export function docsOptions(links: OperatorLinks = noLinks): DocsOptions {
  const address = "http://127.0.0.1:8080";
  const facts = { manageUrl: `${address}/manage`, apiUrl: address };
  return {
    frame: { links, manageUrl: facts.manageUrl, isSample: () => false },
    shelf: { current: emptySnapshot, computing: new Computing() },
    openApi: () => openApiDocument(facts),
  };
}
