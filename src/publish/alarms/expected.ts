/**
 * A game is expected as the teams' own closing lines of the last weeks say: by a rating of each team's margin and total, moved half of
 * the way to every close, by what the games of earlier slate dates say alone. It sees lines that were exchanged between two
 * games, or that are wrong at all books.
 */
import { impliedProbability } from "../../domain/american-odds.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { compareTexts } from "../../ledger/records.ts";
import type { GameFacts } from "../../release/values.ts";
import { type Finding, findingOf, type Season } from "./season.ts";

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
    margin: sportFacts[sport as Sport].favoriteBySpread ? -(consensus?.spread.close ?? Number.NaN) : logit,
    total: consensus?.total.close ?? Number.NaN,
  };
}

/** A team's margin and total, and on how many closes of the season each rests. */
class Rating {
  margin = 0;
  total = 0;
  margins = 0;
  totals = 0;
  /** Whether it was carried over from a season of enough games. */
  isSeasoned = false;

  /** A team's first closes say more than each of the many. */
  get step(): number {
    return this.margins < step.firstGames && !this.isSeasoned ? step.first : step.usual;
  }

  beginSeason(): void {
    this.isSeasoned = this.margins >= carried.games;
    this.margin *= carried.share;
    this.total *= carried.share;
    this.margins = 0;
    this.totals = 0;
  }
}

/** The games of which enough is known, by id. @param seasons one after the other, the games of each in order of their dates. */
function compareCloses(sport: Sport, seasons: readonly (readonly Closes[])[]): Map<string, Compared> {
  const { homeEdge, bands } = sportFacts[sport].plausibility;
  const ratings = new Map<string, Rating>();
  const ratingOf = (team: string): Rating => ratings.getOrInsertComputed(team, () => new Rating());
  const found = new Map<string, Compared>();
  let [sum, count] = [0, 0];
  for (const games of seasons) {
    for (const rating of ratings.values()) rating.beginSeason();
    for (const ofDate of Map.groupBy(games, ({ date }) => date).values()) {
      const compared = ofDate.map((game) => {
        const [home, away] = [ratingOf(game.home), ratingOf(game.away)];
        const margin = home.margin - away.margin + (game.isNeutral ? 0 : homeEdge);
        const total = (count < leastGames ? game.total : sum / count) + home.total + away.total;
        const [offMargin, offTotal] = [game.margin - margin, game.total - total];
        const usual = bands.usualMisses[knowledgeOf(home, away)];
        if (usual !== null)
          found.set(game.gameId, {
            game,
            margin,
            total,
            offMargin: zeroForNone(offMargin / usual.margin),
            offTotal: zeroForNone(offTotal / usual.total),
            turned: zeroForNone((-2 * game.margin * margin) / usual.margin ** 2),
          });
        return { game, home, away, offMargin, offTotal };
      });
      for (const { game, home, away, offMargin, offTotal } of compared) {
        if (!Number.isNaN(offMargin)) {
          home.margin += (home.step * offMargin) / 2;
          away.margin -= (away.step * offMargin) / 2;
          home.margins++;
          away.margins++;
        }
        if (Number.isNaN(offTotal)) continue;
        home.total += (home.step * offTotal) / 2;
        away.total += (away.step * offTotal) / 2;
        home.totals++;
        away.totals++;
        sum += game.total;
        count++;
      }
    }
  }
  return found;
}

function zeroForNone(value: number): number {
  return Number.isNaN(value) ? 0 : value;
}

function knowledgeOf(home: Rating, away: Rating): TeamKnowledge {
  const isSeasoned = home.isSeasoned && away.isSeasoned;
  if (Math.min(home.margins, home.totals, away.margins, away.totals) < leastGames) return isSeasoned ? "early" : "none";
  return isSeasoned ? "seasoned" : "usual";
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

/** Margins of baseball and hockey are logits of home's chance, since their spreads hardly ever move. */
type Compared = {
  readonly game: Closes;
  /** The margin and the total that were expected of the game. */
  readonly margin: number;
  readonly total: number;
  /** In usual misses; 0 where nobody posted it. */
  readonly offMargin: number;
  readonly offTotal: number;
  readonly turned: number;
};

/** One sentence for each slate that is off as a whole, which names its games, and for each other game that is off. */
export function unlikeLastWeeks({ games, fresh, factsBefore }: Season): Finding[] {
  const [first] = fresh;
  if (first === undefined) return [];
  const expected = compareCloses(first.sport, [closesIn(factsBefore), closesIn(games.map(({ facts }) => facts))]);
  const compared = fresh.flatMap(({ gameId }) => expected.get(gameId) ?? []);
  return [...Map.groupBy(compared, ({ game }) => game.date)].flatMap(([date, ofSlate]) => {
    const whole = wholeSlate(date, ofSlate);
    return whole === null ? ofSlate.flatMap(ofGame) : [whole];
  });
}

function wholeSlate(date: string, games: readonly Compared[]): Finding | null {
  if (games.length < most.slateGames) return null;
  const ids = games.map(({ game }) => game.gameId);
  const finding = (words: string) => findingOf(`${date}: ${words} of ${ids.length} games`, ids);
  const turned = games.reduce((sum, game) => sum + game.turned, 0);
  if (turned > most.turned) return finding("margins fit the other way round");
  const misses = games.map(({ offTotal }) => offTotal).sort((a, b) => a - b);
  const miss = misses[misses.length >> 1] ?? 0;
  if (Math.abs(miss) <= most.slateMiss) return null;
  return finding(`totals are ${miss > 0 ? "over" : "under"} what is expected`);
}

function ofGame({ game, margin, total, offMargin, offTotal, turned }: Compared): Finding[] {
  const { gameId } = game;
  const words = `margin ${game.margin.toFixed(1)}, expected ${margin.toFixed(1)}, total ${game.total.toFixed(1)}, expected ${total.toFixed(1)}`;
  const isNearer = Math.abs(game.margin + margin) < Math.abs(game.margin - margin) / 2;
  if (turned > most.turned && isNearer && Math.abs(offTotal) < 2)
    return [{ sentence: `${gameId}: the other way round fits, ${words}`, games: [gameId] }];
  const isFar = Math.hypot(offMargin, offTotal) > most.together || offTotal > most.over || offTotal < -most.under;
  return isFar ? [{ sentence: `${gameId}: ${words}`, games: [gameId] }] : [];
}
