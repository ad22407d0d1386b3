/** When `gradeline check` takes two views of a season for the same. */
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import zlib from "node:zlib";
import { test } from "vitest";
import { sports } from "../../src/domain/sports.ts";
import type { SeasonValues } from "../../src/release/values.ts";
import { makeView } from "../../src/release/view/make-view.ts";
import { areSameViews } from "../../src/release/view/same-views.ts";
import { fixedSeason } from "../support/fixed-release.ts";

/** Makes a view as a node does whose zlib finds other bytes for the same text. */
function makeOtherwise(values: SeasonValues): Buffer {
  const { deflateRawSync } = zlib;
  zlib.deflateRawSync = (text, options) => deflateRawSync(text, { ...options, level: 1 });
  syncBuiltinESMExports();
  try {
    return makeView(values, "c").bytes;
  } finally {
    zlib.deflateRawSync = deflateRawSync;
    syncBuiltinESMExports();
  }
}

test("a view whose rows another zlib has compressed is the same", () => {
  for (const sport of sports) {
    const values = fixedSeason(sport);
    const [one, other] = [makeView(values, "c").bytes, makeOtherwise(values)];
    assert.ok(!one.equals(other), "it is compressed otherwise");
    assert.ok(areSameViews(sport, "c", one, other));
  }
});

test("a view of any other value is another one", () => {
  const values = fixedSeason("nfl");
  const [game, bare] = values.games;
  assert.ok(game !== undefined && bare !== undefined);
  const { facts, ids } = game;
  const { bytes } = makeView(values, "c");
  for (const changed of [
    { ...game, facts: { ...facts, referee: "Ann Other" } },
    { ...game, facts: { ...facts, period_scores: { q1: { home: 0, away: 0 } } } },
    { ...game, ids: { ...ids, espn: "402" } },
    { ...game, path: bare.path },
    { ...game, lines: bare.lines },
  ]) {
    const { bytes: other } = makeView({ ...values, games: [changed, bare] }, "c");
    assert.ok(!areSameViews("nfl", "c", bytes, other), JSON.stringify(Object.keys(changed)));
  }
});
