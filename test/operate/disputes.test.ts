/** Games that cannot be published soundly are held back as they stood, and the rest of the night is published. */
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import type { GameRecord } from "../../src/feed/records.ts";
import { resolveDispute, unresolveDispute } from "../../src/operate/decisions.ts";
import { PublishRefused, type PublishReport } from "../../src/publish/findings.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { Nights } from "../support/nights.ts";
import { dumpArchive, publishedDetails, publishedGames, publishedLeagues, toldOf } from "../support/published.ts";
import { gameRecord, quoteRecord } from "../support/records.ts";
import { refused, run } from "../support/run-command.ts";

const at = "2026-01-01T00:00:00Z";
const bostonGame = "NBA-20250110-NYK-BOS";
const nextDay = { game_date: "2025-01-11", start_time: "2025-01-12T00:30:00Z" } as const;
const calledOff = { status: "cancelled", home_score: null, away_score: null, line_score: null } as const;
const espn = (changes: Partial<GameRecord> = {}) => gameRecord({ provider: "espn", game_id: "x1", ...changes });
const otherGame = (changes: Partial<GameRecord> = {}) =>
  gameRecord({ game_id: "g2", game_date: "2025-01-12", start_time: "2025-01-13T00:30:00Z", ...changes });

onSqliteDaily((databases) => {
  const nights = new Nights(databases, at);
  const { fresh, take, publish, night } = nights;
  beforeEach(fresh);
  const resolve = (provider: string) => resolveDispute(nights.database, bostonGame, provider, at);
  const unresolve = () => unresolveDispute(nights.database, bostonGame, at);
  /** The problems for which a night is refused. */
  async function refusalOf(...records: readonly GameRecord[]): Promise<readonly string[]> {
    const error: unknown = await night(...records).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof PublishRefused, String(error));
    return error.problems;
  }
  /** Each game that is held, whether it is published, and whether it is disputed. */
  const heldIn = ({ held }: PublishReport) =>
    held.map(({ gameId, isPublished, isDispute }) => [gameId, isPublished, isDispute]);
  async function seasonStatus(season = 2025): Promise<string | undefined> {
    const { seasons } = await publishedLeagues(nights.database);
    return seasons.find(({ row }) => row.season === season)?.row.status;
  }
  /** What is published of a game, but for the rows of evidence about what is disputed. */
  const rowsOf = async (gameId: string) =>
    (await dumpArchive(nights.url))
      .filter((line) => /^game /.test(line) && line.includes(`"${gameId}"`))
      .map((line) => line.replace(/,\{"fact":[^{}]*"rule":"disputed"[^{}]*\}/g, ""));

  test("a published game on which a second provider disagrees stays as it was, and the rest of the night is published", async () => {
    await night(gameRecord(), quoteRecord());
    const stood = await rowsOf(bostonGame);
    assert.equal(stood.length, 1);
    const report = await night(
      espn({ home_score: 111 }),
      quoteRecord({ captured_at: "2025-01-11T00:10:00Z", line: -7 }),
      otherGame(),
    );
    assert.deepEqual([report.games, report.revision, report.changedGames], [2, 2, 2], "its evidence has the dispute");
    assert.deepEqual(await rowsOf(bostonGame), stood);
    assert.deepEqual(heldIn(report), [[bostonGame, true, true]]);
    assert.match(report.held[0]?.reason ?? "", /canonical says 104-110, espn 104-111/);
    assert.equal(await seasonStatus(), "published");
  });

  test("an unpublished disputed game stays out, the report knows its id, and the season goes on without it", async () => {
    const report = await night(gameRecord(), espn({ home_score: 111 }), otherGame());
    assert.equal(report.games, 1);
    assert.deepEqual(heldIn(report), [[bostonGame, false, true]]);
    assert.equal(toldOf(report, "held-unpublished")[0], `${bostonGame}: canonical says 104-110, espn 104-111`);
    assert.equal(await seasonStatus(), "in_progress", "a season with a final held back is not published [D-45]");
    assert.deepEqual((await night(espn())).held, []);
    assert.equal(await seasonStatus(), "published");
  });

  test("a held game is told of every night until it is settled, also when there is no news of its teams", async () => {
    const first = await night(gameRecord(), espn({ home_score: 111 }));
    assert.deepEqual((await night(otherGame({ game_id: "g3", home: "MIA", away: "ORL" }))).held, first.held);
    assert.deepEqual((await publish()).held, first.held);
    const release = await readNewestRelease(nights.database.kysely);
    assert.deepEqual(JSON.parse(release?.report ?? "").held, first.held);
    assert.deepEqual((await night(espn())).held, []);
  });

  test("a published game whose start vanished, or that left its season, stays as it was", async () => {
    for (const [changes, says] of [
      // A start of the same day would be kept: the record only says nothing of it.
      [{ start_time: null, game_date: "2025-01-11" }, /nobody states a start time/],
      [{ season: 2024 }, /2025-01-10 is not in season 2024/],
      [{ game_date: "2025-09-10", season: 2026 }, /2025-01-10 is not in season 2026/],
    ] as const) {
      await fresh();
      await night(gameRecord(), otherGame({ home: "MIA" }));
      const stood = await rowsOf(bostonGame);
      const report = await night(gameRecord(changes), otherGame({ home: "MIA", home_score: 111, line_score: null }));
      assert.deepEqual([report.games, report.changedGames], [2, 1]);
      assert.deepEqual(heldIn(report), [[bostonGame, true, false]]);
      assert.match(report.held[0]?.reason ?? "", says);
      assert.deepEqual(await rowsOf(bostonGame), stood);
      assert.equal(await seasonStatus(), "published");
    }
  });

  test("providers that part over the day of a published game hold it back as it stood, on any teams and any night", async () => {
    const moved = [espn({ game_date: "2025-01-11" }), espn({ away: "MIA" }), espn({ home: "ATL", away: "ORL" })];
    for (const record of moved) {
      await fresh();
      await night(gameRecord(), espn());
      const stood = await rowsOf(bostonGame);
      const report = await night(record, otherGame());
      assert.equal(report.games, 2);
      assert.deepEqual(await rowsOf(bostonGame), stood);
      assert.deepEqual(heldIn(report), [[bostonGame, true, true]]);
      assert.match(report.held[0]?.reason ?? "", /no longer mean the same game: .*canonical NYK at BOS/);
      // News of one side only must not make the game vanish, or be published twice.
      const { home, away } = record;
      const news = quoteRecord({ home, away, event_id: "e9", start_time: "2025-03-01T00:30:00Z" });
      assert.equal((await night(news)).games, 2);
      assert.equal((await publish({ all: true })).changedGames, 0);
      assert.deepEqual(await rowsOf(bostonGame), stood);
      await resolve("canonical");
      assert.deepEqual((await publish()).held, []);
      // ESPN's record is of another game now, and its id and its statements with it.
      const ofEspn = /,\{"fact":[^{}]*"source":"espn"[^{}]*\}/g;
      assert.deepEqual(
        await rowsOf(bostonGame),
        stood.map((row) => row.replace('"espn":"x1"', '"espn":null').replace(ofEspn, "")),
      );
      await resolve("espn");
      const settled = await publish();
      assert.deepEqual([settled.games, settled.held.length], [2, 0]);
      const game = (await publishedGames(nights.database)).find(({ game_id: id }) => id === bostonGame);
      assert.deepEqual([game?.home.abbreviation, game?.away.abbreviation], [record.home, record.away]);
    }
  });

  test("a doubleheader whose first game only one of two providers has yet does not end the night", async () => {
    const teams = { sport: "mlb", home: "BOS", away: "NYY" } as const;
    const day = { ...teams, game_date: "2025-06-01", line_score: null, overtime: null };
    const late = { ...day, start_time: "2025-06-01T22:00:00Z" };
    const early = { ...day, start_time: "2025-06-01T17:00:00Z", home_score: 3, away_score: 1 };
    // With its start the second provider's game is known to be the late one; without it, it may be either.
    for (const [stated, held] of [
      [{}, 0],
      [{ start_time: null }, 1],
    ] as const) {
      await fresh();
      await night(gameRecord({ ...late, game_id: "b" }), espn({ ...late, ...stated, game_id: "xb" }));
      const stood = await rowsOf("MLB-20250601-NYY-BOS");
      const report = await night(gameRecord({ ...early, game_id: "a" }), otherGame());
      assert.deepEqual([report.games, report.held.length], [3 - held, held]);
      assert.deepEqual(await rowsOf("MLB-20250601-NYY-BOS"), stood);
      const settled = await night(espn({ ...early, ...stated, game_id: "xa" }));
      assert.deepEqual([settled.games, settled.held.length], [3, 0]);
      assert.deepEqual(await rowsOf("MLB-20250601-NYY-BOS"), stood);
    }
  });

  test("a night that takes away a published game is refused all the same, and says why it would vanish", async () => {
    await night(gameRecord(), otherGame());
    const before = await dumpArchive(nights.url);
    assert.deepEqual(await refusalOf(otherGame(calledOff)), [
      "NBA-20250112-NYK-BOS: published before, and no longer to be published: canonical says that it is cancelled",
    ]);
    assert.deepEqual(await dumpArchive(nights.url), before);
  });

  test("a record that another game swallowed takes a published game away, which refuses the night and says so", async () => {
    assert.equal((await night(gameRecord(), espn(nextDay))).games, 2);
    const says =
      /^NBA-20250111-NYK-BOS: .* no longer to be published: espn moved its record, which is NBA-20250110-NYK-BOS$/;
    assert.match((await refusalOf(espn())).join(), says);
    assert.equal((await publish({ acceptRemovals: true })).games, 1);
  });

  test("a decision publishes a disputed game with that provider's final and line score, and is kept", async () => {
    const ofEspn = espn({ home_score: 111, line_score: { home: [30, 25, 28, 28], away: [24, 28, 26, 26] } });
    await night(gameRecord(), ofEspn, quoteRecord());
    assert.deepEqual([(await resolve("espn")).isNew, (await resolve("espn")).isNew], [true, false]);
    const report = await publish();
    assert.deepEqual([report.games, report.held.length, toldOf(report, "withheld").length], [1, 0, 0]);
    const scoreNow = async () => {
      const [game] = await publishedDetails(nights.database);
      return [game?.game_id, game?.home.score, game?.result.margin_home, game?.period_scores.q4?.home];
    };
    assert.deepEqual(await scoreNow(), [bostonGame, 111, 7, 28]);
    assert.equal(await seasonStatus(), "published");

    // Kept over re-imports, and publishes of everything.
    assert.deepEqual((await night(gameRecord({ referee: "B. Referee" }), ofEspn)).held, []);
    assert.deepEqual((await publish({ all: true })).held, []);
    assert.deepEqual(await scoreNow(), [bostonGame, 111, 7, 28]);

    // What the provider says later is followed, and reported once.
    const followed = await night(espn({ home_score: 112, line_score: null }));
    assert.deepEqual(toldOf(followed, "followed"), [
      `${bostonGame}: espn said BOS 111, NYK 104 and now says BOS 112, NYK 104`,
    ]);
    assert.deepEqual(await scoreNow(), [bostonGame, 112, 8, undefined]);
    assert.deepEqual(toldOf(await publish({ all: true }), "followed"), []);

    assert.deepEqual([await unresolve(), await unresolve()], [true, false]);
    assert.deepEqual(heldIn(await publish()), [[bostonGame, true, true]]);
    assert.deepEqual(await scoreNow(), [bostonGame, 112, 8, undefined]);
  });

  test("a decision for a provider that takes its final back holds the game as it stood", async () => {
    await take(gameRecord(), espn({ home_score: 111 }));
    await resolve("espn");
    await publish();
    const stood = await rowsOf(bostonGame);
    const report = await night(espn(calledOff));
    assert.match(report.held[0]?.reason ?? "", /decided to believe espn, which has no final score of it any more/);
    assert.deepEqual(await rowsOf(bostonGame), stood);
    await resolve("canonical");
    assert.deepEqual((await publish()).held, []);
    assert.doesNotMatch((await rowsOf(bostonGame)).join(), /111/);
  });

  test("a provider that has the sides the other way round is believed with its sides turned", async () => {
    const turned = { home: "NYK", away: "BOS", home_score: 104, away_score: 115, line_score: null } as const;
    const [held] = (await night(gameRecord({ neutral_site: true }), espn(turned))).held;
    assert.equal(held?.reason, "canonical says 104-110, espn 104-115");
    await resolve("espn");
    await publish();
    const [game] = await publishedGames(nights.database);
    assert.deepEqual([game?.home.abbreviation, game?.home.score, game?.away.score], ["BOS", 115, 104]);
  });

  test("the id of a decided game is the one it was decided by, and is free again when the decision is taken back", async () => {
    await take(gameRecord(), espn({ home_score: 111 }));
    await resolve("espn");
    assert.equal((await night(gameRecord(nextDay), espn({ ...nextDay, home_score: 111 }))).held.length, 0);
    assert.equal((await rowsOf(bostonGame)).length, 1);

    await fresh();
    await take(gameRecord(), espn({ home_score: 111 }));
    await resolve("espn");
    await unresolve();
    await night(gameRecord(nextDay), espn(nextDay));
    assert.equal((await rowsOf("NBA-20250111-NYK-BOS")).length, 1);
  });

  test("resolve and publish say on the command line what is open, what was decided, and why something cannot be", async () => {
    const runHere = (...words: string[]) => run(nights.url, ...words);
    await take(
      gameRecord(),
      espn({ home_score: 111 }),
      gameRecord({ provider: "cfbd", game_id: "c", status: "scheduled" }),
    );
    const published = JSON.parse(await runHere("publish", "--json"));
    const disputed = "canonical says 104-110, espn 104-111";
    assert.deepEqual(published.held, [{ game_id: bostonGame, published: false, disputed: true, reason: disputed }]);
    const notPublished = new RegExp(`held back, not published yet: ${bostonGame}: canonical .*\\n.*doubts`);
    assert.match(await runHere("publish"), notPublished);
    assert.match(
      await runHere("doubts"),
      /, published no, held canonical says .*\n.*provider canonical, status final, away NYK, home BOS, .*, home score 110\n/,
    );
    const [open] = JSON.parse(await runHere("doubts", "--json"));
    const { game_id: id, published: isPublished, decisions, statements } = open;
    assert.deepEqual([id, isPublished, decisions, statements.length], [bostonGame, false, [], 3]);
    assert.match(open.held, new RegExp(`^${disputed}`));
    for (const [words, says] of [
      [[bostonGame], /say what is decided: --provider/],
      [
        [bostonGame, "--provider", "nobody"],
        /nobody says nothing of NBA.*known: canonical 104-110, cfbd \(scheduled\), espn 104-111$/m,
      ],
      [[bostonGame, "--provider", "cfbd"], /cfbd has no final score of NBA-.*; known: canonical/],
      [
        ["NBA-20250110-MIA-BOS", "--provider", "espn"],
        /nobody says that a game NBA-20250110-MIA-BOS is final; disputed: NBA-20250110-NYK-BOS$/m,
      ],
      [[bostonGame, "--undo"], /nothing was decided about NBA/],
    ] as const) {
      await refused(nights.url, ["resolve", ...words], says);
    }
    assert.match(
      await runHere("resolve", bostonGame.toLowerCase(), "--provider", "espn"),
      /takes its final score from espn \(BOS 111, NYK 104\) from now on/,
    );
    assert.match(await runHere("resolve", bostonGame, "--provider", "espn"), /already/);
    assert.match(await runHere("publish"), /^revision 2: 1 games/);
    const [decided] = JSON.parse(await runHere("doubts", bostonGame, "--json"));
    assert.deepEqual([decided.held, decided.published, decided.decisions[0].provider], [null, true, "espn"]);
    assert.match(await runHere("resolve", bostonGame, "--undo"), /taken back/);
    assert.match(await runHere("publish"), /held back as it stood: NBA/);
  });
});
