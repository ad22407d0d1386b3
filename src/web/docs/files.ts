/** Everything that the docs serve, by path: rendered pages, their Markdown, llms.txt, and the few assets. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { OperatorLinks } from "../operator-links.ts";
import { docsPages, llmsText, twinPath } from "./pages.ts";
import { renderPage } from "./render.ts";

export type DocsFile = { readonly type: string; readonly read: (links: OperatorLinks) => string | Buffer };

const root = join(import.meta.dirname, "../../..");
const markdownType = "text/markdown; charset=utf-8";

/** Of Swagger UI, the two files that a page needs: no standalone bar, no icons, no source maps. */
const swaggerFiles = {
  "swagger-ui.css": "text/css; charset=utf-8",
  "swagger-ui-bundle.js": "text/javascript",
} as const;
const ownAssets = {
  "docs.css": "text/css; charset=utf-8",
  "reference.js": "text/javascript; charset=utf-8",
  "icon.svg": "image/svg+xml",
} as const;

export const docsFiles: ReadonlyMap<string, DocsFile> = new Map([
  ...docsPages.flatMap((page): [string, DocsFile][] => {
    const markdown = () => readFileSync(join(root, page.file), "utf8");
    return [
      [page.path, { type: "text/html; charset=utf-8", read: (links) => renderPage(page, markdown(), links) }],
      [twinPath(page), { type: markdownType, read: markdown }],
    ];
  }),
  ["/llms.txt", { type: "text/plain; charset=utf-8", read: llmsText }],
  ...Object.entries(ownAssets).map(([name, type]): [string, DocsFile] => [
    `/docs/assets/${name}`,
    { type, read: () => readFileSync(join(import.meta.dirname, "../assets", name)) },
  ]),
  ...Object.entries(swaggerFiles).map(([name, type]): [string, DocsFile] => [
    `/docs/assets/${name}`,
    { type, read: () => readFileSync(fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))) },
  ]),
]);
