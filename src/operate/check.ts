/** Checks that ledger and archive agree: every published game belongs to some record, and ids fit their sports. */

import { type Database, tablesOf } from "../database/engine.ts";
import type { Findings } from "../database/findings.ts";
import { parseGameId } from "../domain/game-ids.ts";
import type { LedgerTables } from "../ledger/tables.ts";
import type { ReleaseTables } from "../release/tables.ts";

export async function checkIdentities({ kysely }: Database, findings: Findings): Promise<void> {
  const tables = tablesOf<ReleaseTables & LedgerTables>(kysely);
  await findings.part("ledger_identities", async () => {
    const identities = await tables.selectFrom("ledger_identities").selectAll().execute();
    findings.count("identities", identities.length);
    for (const { provider, record_key: key, game_id: id } of identities) {
      const game = parseGameId(id);
      const where = `the identity of ${key} of ${provider}`;
      if (game === null) findings.note(where, `"${id}" is no id of a game`);
      else findings.check(key.startsWith(`${game.sport}:`), where, `${id} is a game of another sport`);
    }
  });
  await findings.part("ledger_identities", async () => {
    const strangers = await tables
      .selectFrom("published_games as game")
      .select("game.game_id")
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("ledger_identities as identity")
              .select("identity.game_id")
              .whereRef("identity.game_id", "=", "game.game_id"),
          ),
        ),
      )
      .execute();
    for (const { game_id } of strangers) findings.note(game_id, "is published, and no record has its id");
  });
}
