/** `gradeline corrections`: the published values that were replaced or taken away later. */
import type { Config } from "../config/config.ts";
import { type Correction, readCorrections } from "../operate/corrections.ts";
import { printList } from "./output/print.ts";
import { countText, minuteText } from "./output/table-text.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly since?: string; readonly json?: true };

/** Corrected games that are shown at once, the newest ones. */
const mostGames = 1_000;

export async function correctionsCommand(config: Config, { since, json }: Options): Promise<void> {
  const corrections = await readFacts(config, ({ kysely }) =>
    readCorrections(kysely, { since: since ?? null, limit: mostGames }),
  );
  const linesOf = (found: readonly Correction[]) => found.flatMap(correctionLines);
  const none = "Nothing that was published has been corrected.";
  printList(corrections, { json, asJson: correctionAsJson, linesOf, none });
  if (corrections.length === mostGames)
    console.error(`These are the newest ${countText(mostGames)}; there may be more.`);
}

function correctionAsJson({ revision, publishedAt, gameId, sport, season, change, fields, others }: Correction) {
  return { revision, published_at: publishedAt, sport, season, game_id: gameId, change, fields, others };
}

function correctionLines({ revision, publishedAt, gameId, change, fields, others }: Correction): string[] {
  const by = (providers: readonly string[]): string =>
    providers.length === 0 ? "no provider: a rule or a decision" : providers.join(", ");
  const taken = change === "removed" ? ", taken away" : "";
  return [
    `${gameId}: revision ${revision}, ${minuteText(Date.parse(publishedAt))} UTC${taken}`,
    ...fields.map(
      ({ path, from, to, providers }) => `  ${path}: ${valueText(from)} -> ${valueText(to)} (${by(providers)})`,
    ),
    ...others.map(({ path, count, providers }) => `  ${path}: ${countText(count)} values more (${by(providers)})`),
  ];
}

/** A book that came or went is an object with all of its lines. */
function valueText(value: unknown): string {
  if (typeof value === "object" && value !== null) return "all its values";
  return value === null ? "none" : String(value);
}
