/** The invented pitchers and goalies of the sample. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { Starter } from "../../src/domain/teams/team.ts";
import type { GameRecord } from "../../src/feed/records.ts";

function gamesOf(extent: Parameters<typeof sampleRecords>[0]["extent"]): GameRecord[] {
  return [...sampleRecords({ seed: 1, extent }).filter((record): record is GameRecord => record.type === "game")];
}

const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);

const seasons = {
  mlb: { season: 2026, perTeam: 5, id: /^90\d{4}$/, hands: ["L", "R"] },
  nhl: { season: 2027, perTeam: 2, id: /^89\d{5}$/, hands: [null] },
} as const;

for (const [sport, { season, perTeam, id, hands }] of Object.entries(seasons)) {
  test(`a team of ${sport} has ${perTeam} who start its games, and a few games name none`, () => {
    const games = gamesOf([{ sport: sport as keyof typeof seasons, season }]);
    const byTeam = new Map<string, (Starter | null)[]>();
    for (const { status, home, away, starters } of games) {
      assert.equal(starters === undefined, status !== "final");
      if (starters == null) continue;
      byTeam.set(home, [...(byTeam.get(home) ?? []), starters.home]);
      byTeam.set(away, [...(byTeam.get(away) ?? []), starters.away]);
    }
    const people = new Map([...byTeam].map(([team, own]) => [team, new Set(own.flatMap((each) => each?.id ?? []))]));
    // The second goalie of a team may have no game in a season that has just begun.
    const sizes = [...people.values()].map(({ size }) => size);
    assert.equal(Math.max(...sizes), perTeam);
    assert.ok(sizes.filter((size) => size === perTeam).length > sizes.length / 2, String(sizes));
    const all = [...byTeam.values()].flat();
    const named = all.filter((starter) => starter !== null);
    assert.equal(new Set(named.map((each) => each.id)).size, sum(sizes), "nobody plays for two teams");
    for (const starter of named) assert.match(starter.id, id);
    assert.deepEqual([...new Set(named.map(({ hand }) => hand))].sort(), hands);
    assert.ok(named.length > 0.95 * all.length && named.length < all.length);
  });
}
