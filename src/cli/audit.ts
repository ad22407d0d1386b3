/** `gradeline audit`: what operators have done, by commands and on their page. It only reads. */
import type { DeedFacts } from "../audit/deeds.ts";
import { type NotedDeed, newestFirst, readDeeds } from "../audit/list.ts";
import type { Config } from "../config/config.ts";
import { missingAccess } from "../database/engine.ts";
import { printList } from "./output/print.ts";
import { minuteText, tableLines } from "./output/table-text.ts";
import { readAccess, readFacts } from "./with-database.ts";

type Options = { readonly since?: string; readonly json?: true };

/** Deeds that are shown when nobody says since when. */
const newest = 50;

export async function auditCommand(config: Config, { since, json }: Options): Promise<void> {
  const filter = { since: since ?? null, limit: since === undefined ? newest : Number.MAX_SAFE_INTEGER };
  const ofFacts = await readFacts(config, (database) => readDeeds(database, filter));
  const hasAccess = missingAccess(config.databaseUrl) === null;
  const ofAccess = hasAccess ? await readAccess(config, (database) => readDeeds(database, filter)) : [];
  const deeds = newestFirst([ofFacts, ofAccess], filter.limit);
  printList(deeds, { json, asJson: (deed) => deed, linesOf: deedTable, none: "Nobody has done anything yet." });
}

function deedTable(deeds: readonly NotedDeed[]): string[] {
  const rows = deeds.map(({ at, through, who, deed, about }) => [
    minuteText(Date.parse(at)),
    through,
    who,
    deed,
    factsText(about),
  ]);
  return tableLines(["at (UTC)", "through", "who", "deed", "about"], rows);
}

/** `game NFL-20250904-PHI-BUF, provider espn`; what is empty is left out. */
function factsText(about: DeedFacts): string {
  return Object.entries(about)
    .filter(([, value]) => value !== "" && value !== null)
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`)
    .join(", ");
}
