/**
 * Writes the pages that are made from declarations (books, bet types, the data dictionary and the tables of endpoints, for callers;
 * the settings), and the list of the decisions. Run it when one of those changes.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { betTypesPage } from "./reference/bet-types-page.ts";
import { booksPage } from "./reference/books-page.ts";
import { decisionsPage } from "./reference/decisions-page.ts";
import { overviewPage, referencePage } from "./reference/endpoint-tables.ts";
import { fieldsPage } from "./reference/fields-page.ts";
import { settingsPage } from "./reference/settings-page.ts";

const root = join(import.meta.dirname, "..");

/** The text of each page, by its path from the root of the repository. */
export const referencePages: Readonly<Record<string, () => string>> = {
  "docs/api/books.md": booksPage,
  "docs/api/bet-types.md": betTypesPage,
  "docs/api/fields.md": fieldsPage,
  "docs/api/overview.md": overviewPage,
  "docs/api/reference.md": referencePage,
  "docs/decisions/README.md": decisionsPage,
  "docs/settings.md": settingsPage,
};

if (import.meta.main) {
  for (const [file, text] of Object.entries(referencePages)) writeFileSync(join(root, file), text());
}
