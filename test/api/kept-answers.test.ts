/** Answers are kept for others who ask the same, within bounds, and never longer than their snapshot is served. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { listBody } from "../../src/api/answer.ts";
import { KeptAnswer, KeptAnswers } from "../../src/api/kept-answers.ts";
import { emptySnapshot } from "../../src/shelf/load.ts";
import { openApi } from "../support/api.ts";
import { publishGames } from "../support/archive.ts";

const freshness = { etag: 'W/"tag"', isSettled: true };

function answerOf(bytes: number): { answer: KeptAnswer; made: () => number } {
  let made = 0;
  const answer = new KeptAnswer({
    freshness,
    make() {
      made += 1;
      return listBody([Buffer.alloc(bytes, "x")], 1, null);
    },
  });
  return { answer, made: () => made };
}

test("an answer is found again for its own snapshot only", () => {
  const kept = new KeptAnswers();
  const { answer } = answerOf(10);
  kept.keep(emptySnapshot, "/v1/odds", answer);
  assert.equal(kept.find(emptySnapshot, "/v1/odds"), answer);
  const next = { ...emptySnapshot, revision: 1 };
  assert.equal(kept.find(next, "/v1/odds"), null);
  kept.keep(next, "/v1/games", answerOf(10).answer);
  assert.equal(kept.find(emptySnapshot, "/v1/odds"), null, "the answers of the snapshot before are gone");
});

test("made bodies and compressed ones count, so that the memory of kept answers has a bound", async () => {
  const kept = new KeptAnswers();
  for (let at = 0; at < 200; at++) {
    const { answer } = answerOf(1_000_000);
    await answer.make("account 1");
    kept.keep(emptySnapshot, String(at), answer);
  }
  const left = Array.from({ length: 200 }, (_, at) => kept.find(emptySnapshot, String(at))).filter(
    (each) => each !== null,
  );
  const bytes = left.reduce((sum, each) => sum + each.bytes, 0);
  assert.ok(left.length > 10 && bytes <= 64 * 1024 * 1024, `${left.length} answers of ${bytes} bytes are kept`);
});

test("an answer that is larger than a few megabytes is not kept", async () => {
  const kept = new KeptAnswers();
  const { answer } = answerOf(5 * 1024 * 1024);
  await answer.make("account 1");
  kept.keep(emptySnapshot, "/v1/bets", answer);
  assert.equal(kept.find(emptySnapshot, "/v1/bets"), null);
});

test("a question that is longer than its answer takes is not kept", () => {
  const kept = new KeptAnswers();
  const long = `/v1/odds?sport=nfl&book=${"1,".repeat(1_000)}1`;
  kept.keep(emptySnapshot, long, answerOf(10).answer);
  assert.equal(kept.find(emptySnapshot, long), null);
});

test("a body is compressed once, also for those who ask at the same time", async () => {
  const { answer, made } = answerOf(100_000);
  const { body } = await answer.make("account 1");
  const [one, other] = await Promise.all([answer.open(body, "gzip"), answer.open(body, "gzip")]);
  assert.equal(one, other);
  assert.equal(answer.opened("gzip"), one);
  assert.equal(answer.opened("br"), null);
  assert.equal(made(), 1);
  assert.ok(answer.bytes > 100_000 + one.compressed.length);
});

test("after a publish the same question is answered with the new rows", async () => {
  const game = { sport: "nfl", season: 2024, start: "2024-10-06T17:00:00Z", away: "BUF", home: "NYJ" } as const;
  await using api = await openApi([game]);
  const url = "/v1/games?sport=nfl";
  const before = await api.get(url);
  assert.equal(before.body.meta.count, 1);
  assert.equal((await api.get(url)).headers.etag, before.headers.etag);
  await publishGames(api.database, [game, { ...game, start: "2024-10-13T17:00:00Z" }]);
  await api.shelf.refresh();
  const then = await api.get(url);
  assert.equal(then.body.meta.count, 2);
  assert.notEqual(then.headers.etag, before.headers.etag);
});
