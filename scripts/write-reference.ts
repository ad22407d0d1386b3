/**
 * Writes the pages that are made from declarations (books, bet types, the data dictionary, the settings), the tables of endpoints
 * and of sports on other pages, and the list of the decisions. Run it when one of those changes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { betTypesPage } from "./reference/bet-types-page.ts";
import { booksPage } from "./reference/books-page.ts";
import { decisionsPage } from "./reference/decisions-page.ts";
import { referencePage } from "./reference/endpoint-tables.ts";
import { fieldsPage } from "./reference/fields-page.ts";
import { fileColumnsPage } from "./reference/file-columns-page.ts";
import { settingsPage } from "./reference/settings-page.ts";
import {
  conventionsPage,
  feedPage,
  overviewPage,
  periodsDocsPage,
  readmePage,
  specificationPage,
} from "./reference/sport-tables.ts";

const root = join(import.meta.dirname, "..");

/** The text of each page, by its path from the root of the repository. */
export const referencePages: Readonly<Record<string, () => string>> = {
  "README.md": readmePage,
  "docs/api/books.md": booksPage,
  "docs/api/bet-types.md": betTypesPage,
  "docs/api/conventions.md": conventionsPage,
  "docs/api/fields.md": fieldsPage,
  "docs/api/file-columns.md": fileColumnsPage,
  "docs/api/overview.md": overviewPage,
  "docs/api/periods.md": periodsDocsPage,
  "docs/api/reference.md": referencePage,
  "docs/decisions/README.md": decisionsPage,
  "docs/feed.md": feedPage,
  "docs/settings.md": settingsPage,
  "docs/specification.md": specificationPage,
};

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(root, file), text());
}
