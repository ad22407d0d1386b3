/**
 * A game is expected as the teams' own closing lines of the last weeks say: by a rating of each team's margin and total, moved half of
 * the way to every close, by what the games of earlier slate dates say alone. It sees lines that were exchanged between two
 * games, or that are wrong at all books.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import type { SportBands } from "../../domain/sports/plausibility.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { GameFacts } from "../../release/values.ts";
import type { Finding, PricedGame, Season } from "./season.ts";

/** Margins of baseball and hockey are logits of home's chance, since their spreads hardly ever move. */
type Expected = {
  readonly margin: number;
  readonly expectedMargin: number;
  readonly total: number;
  readonly expectedTotal: number;
  readonly knowledge: TeamKnowledge;
};

/**
 * The games that the ratings of both teams rest on: `usual` on some games of this season, `seasoned` on those and on the season before,
 * `early` on the season before alone, `none` on less.
 */
type TeamKnowledge = "none" | "early" | "usual" | "seasoned";

type Closes = {
  readonly gameId: string;
  readonly date: string;
  readonly home: string;
  readonly away: string;
  readonly isNeutral: boolean;
  /** NaN where nobody posted it. */
  readonly margin: number;
  readonly total: number;
};

/** A team's rating says something after so many games, and so does the middle of all totals. */
const leastGames = 4;
/** A rating of last season is worth this share in the next one, when it rests on so many games. */
const carried = { share: 0.7, games: 6 } as const;
/** How far a close moves a rating, and how far each of a team's first ones does. */
const step = { usual: 0.5, first: 0.6, firstGames: 3 } as const;

/** In order of their dates. */
function closesIn(facts: readonly GameFacts[]): Closes[] {
  return facts.map(closesOf).sort((a, b) => compareTexts(a.date, b.date) || compareTexts(a.gameId, b.gameId));
}

function closesOf({ game_id, game_date, home, away, neutral_site, sport, consensus }: GameFacts): Closes {
  const { home_close: first = null, away_close: second = null } = consensus?.moneyline ?? {};
  const logit =
    first === null || second === null ? Number.NaN : Math.log(impliedProbability(first) / impliedProbability(second));
  return {
    gameId: game_id,
    date: game_date,
    home: home.abbreviation ?? "",
    away: away.abbreviation ?? "",
    isNeutral: neutral_site === true,
    margin: isByChance(sport as Sport) ? logit : -(consensus?.spread.close ?? Number.NaN),
    total: consensus?.total.close ?? Number.NaN,
  };
}

function isByChance(sport: Sport): boolean {
  return !sportFacts[sport].favoriteBySpread;
}

class Rating {
  margin = 0;
  total = 0;
  margins = 0;
  totals = 0;
  isSeasoned = false;

  beginSeason(): void {
    this.isSeasoned = this.margins >= carried.games;
    this.margin *= carried.share;
    this.total *= carried.share;
    this.margins = 0;
    this.totals = 0;
  }
}

/** @param seasons one after the other, the games of each in order of their dates. */
function expectedOf(sport: Sport, seasons: readonly (readonly Closes[])[]): Map<string, Expected> {
  const ratings = new Map<string, Rating>();
  const ratingOf = (team: string): Rating => {
    const known = ratings.get(team) ?? new Rating();
    ratings.set(team, known);
    return known;
  };
  const found = new Map<string, Expected>();
  let [sum, count] = [0, 0];
  for (const games of seasons) {
    for (const rating of ratings.values()) rating.beginSeason();
    for (const ofDate of Map.groupBy(games, ({ date }) => date).values()) {
      const compared = ofDate.map((game) => {
        const [home, away] = [ratingOf(game.home), ratingOf(game.away)];
        const margin = home.margin - away.margin + (game.isNeutral ? 0 : sportFacts[sport].plausibility.homeEdge);
        const total = (count < leastGames ? game.total : sum / count) + home.total + away.total;
        found.set(game.gameId, {
          margin: game.margin,
          expectedMargin: margin,
          total: game.total,
          expectedTotal: total,
          knowledge: knowledgeOf(home, away),
        });
        return { game, home, away, offMargin: game.margin - margin, offTotal: game.total - total };
      });
      for (const { game, home, away, offMargin, offTotal } of compared) {
        if (!Number.isNaN(offMargin)) {
          home.margin += (stepAfter(home) * offMargin) / 2;
          away.margin -= (stepAfter(away) * offMargin) / 2;
          home.margins++;
          away.margins++;
        }
        if (Number.isNaN(offTotal)) continue;
        home.total += (stepAfter(home) * offTotal) / 2;
        away.total += (stepAfter(away) * offTotal) / 2;
        home.totals++;
        away.totals++;
        sum += game.total;
        count++;
      }
    }
  }
  return found;
}

function knowledgeOf(home: Rating, away: Rating): TeamKnowledge {
  const isSeasoned = home.isSeasoned && away.isSeasoned;
  if (Math.min(home.margins, home.totals, away.margins, away.totals) < leastGames) return isSeasoned ? "early" : "none";
  return isSeasoned ? "seasoned" : "usual";
}

/** A team's first closes say more than each of the many. */
function stepAfter({ margins, isSeasoned }: Rating): number {
  return margins < step.firstGames && !isSeasoned ? step.first : step.usual;
}

// Closes against what the teams' own closes of earlier dates expect. Margin and total are judged together, in usual misses of the
// sport: stars who rest move a margin alone, and a storm takes a total down, but neither turns a margin round and leaves the total.

/** In usual misses. Chosen on half of the seasons; for the other half two rang, games with stars at rest. */
const most = {
  /** How far margin and total may be, as one distance. */
  together: 5.1,
  /** A total alone; lines fall further than they rise. */
  over: 3.5,
  under: 4.5,
  /** How much better the other sign of a margin fits, as twice the log of the likelihoods' ratio; of a slate the sum. */
  turned: 6,
  /** Of slates of so many games, how far the median of totals may be. */
  slateGames: 4,
  slateMiss: 2,
} as const;

type Compared = {
  readonly gameId: string;
  readonly date: string;
  readonly expected: Expected;
  /** In usual misses; 0 where nobody posted it. */
  readonly offMargin: number;
  readonly offTotal: number;
  readonly turned: number;
};

/** One sentence for each slate that is off as a whole, which names its games, and for each other game that is off. */
export function unlikeLastWeeks({ games, fresh, factsBefore }: Season): Finding[] {
  const [first] = fresh;
  if (first === undefined) return [];
  const { usualMisses } = sportFacts[first.sport].plausibility.bands;
  const expected = expectedOf(first.sport, [closesIn(factsBefore), closesIn(games.map(({ facts }) => facts))]);
  const compared = fresh.flatMap((game) => comparedOf(game, expected.get(game.gameId) ?? null, usualMisses));
  return [...Map.groupBy(compared, ({ date }) => date)].flatMap(([date, ofSlate]) => {
    const whole = wholeSlate(date, ofSlate);
    return whole === null ? ofSlate.flatMap(ofGame) : [whole];
  });
}

function comparedOf(
  { gameId, date }: PricedGame,
  expected: Expected | null,
  misses: SportBands["usualMisses"],
): Compared[] {
  if (expected === null) return [];
  const usual = misses[expected.knowledge];
  if (usual === null) return [];
  const { margin, expectedMargin, total, expectedTotal } = expected;
  const known = (value: number): number => (Number.isNaN(value) ? 0 : value);
  return [
    {
      ...{ gameId, date, expected },
      offMargin: known((margin - expectedMargin) / usual.margin),
      offTotal: known((total - expectedTotal) / usual.total),
      turned: known((-2 * margin * expectedMargin) / usual.margin ** 2),
    },
  ];
}

function wholeSlate(date: string, games: readonly Compared[]): Finding | null {
  if (games.length < most.slateGames) return null;
  const ids = games.map(({ gameId }) => gameId);
  const finding = (words: string) => ({
    sentence: `${date}: ${words} of ${ids.length} games: ${ids.join(", ")}`,
    games: ids,
  });
  const turned = games.reduce((sum, game) => sum + game.turned, 0);
  if (turned > most.turned) return finding("margins fit the other way round");
  const misses = games.map(({ offTotal }) => offTotal).sort((a, b) => a - b);
  const miss = misses[misses.length >> 1] ?? 0;
  if (Math.abs(miss) <= most.slateMiss) return null;
  return finding(`totals are ${miss > 0 ? "over" : "under"} what is expected`);
}

function ofGame({ gameId, expected, offMargin, offTotal, turned }: Compared): Finding[] {
  const { margin, expectedMargin, total, expectedTotal } = expected;
  const words = `margin ${margin.toFixed(1)}, expected ${expectedMargin.toFixed(1)}, total ${total.toFixed(1)}, expected ${expectedTotal.toFixed(1)}`;
  const isNearer = Math.abs(margin + expectedMargin) < Math.abs(margin - expectedMargin) / 2;
  if (turned > most.turned && isNearer && Math.abs(offTotal) < 2)
    return [{ sentence: `${gameId}: the other way round fits, ${words}`, games: [gameId] }];
  const isFar = Math.hypot(offMargin, offTotal) > most.together || offTotal > most.over || offTotal < -most.under;
  return isFar ? [{ sentence: `${gameId}: ${words}`, games: [gameId] }] : [];
}
