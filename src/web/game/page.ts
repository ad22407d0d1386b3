/** Everything on the page of one game. */

import type { EvidenceRow } from "../../contract/lists/evidence.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import { evidenceRows } from "../../query/evidence.ts";
import type { Snapshot } from "../../query/load.ts";
import { type GamesBeside, gamesBeside } from "../../query/questions/slate.ts";
import type { LinePath } from "../../release/line-path.ts";
import { dayTag } from "../frame/formats.ts";
import type { Drawing } from "../frame/page.ts";
import { slatePath } from "../frame/paths.ts";
import { drawingOf } from "../frame/shared-head.ts";
import { getThisPanel } from "../get-this/panel.ts";
import { type Html, html } from "../ui/html.ts";
import { tabbar } from "../ui/tabbar.ts";
import { marketName, periodName } from "../ui/words.ts";
import { evidenceSection } from "./evidence-section.ts";
import { type BookLines, type Choice, type GameView, NotOffered, type ShownLines, viewOf } from "./game-view.ts";
import { gameHead, sharedWords } from "./head.ts";
import { booksSection, movementSection } from "./lines-section.ts";
import { reasons } from "./reasons.ts";
import { shortName } from "./verdicts.ts";

type GameAsked = {
  readonly game: GameDetail;
  /** Of its lines. */
  readonly path: LinePath;
  /** Of its evidence, what is not told by the path. */
  readonly statements: readonly EvidenceRow[];
  readonly question: Choice;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  readonly manageUrl: string;
};

/** The parts that go into the frame of the page; or what was asked for and is not there, in words. */
export function draw(snapshot: Snapshot, asked: GameAsked): Drawing | { readonly notOffered: string } {
  try {
    return drawGame(snapshot, asked, viewOf(snapshot, asked.game, asked.path, asked.question));
  } catch (error) {
    if (error instanceof NotOffered) return { notOffered: error.message };
    throw error;
  }
}

/** @throws NotOffered for a book that has not priced what is shown. */
function drawGame(snapshot: Snapshot, asked: GameAsked, view: GameView): Drawing {
  const {
    apiUrl,
    manageUrl,
    question: { book },
  } = asked;
  const { game, periods, shown } = view;
  checkBook(book, shown?.books ?? []);
  const ofAll = { bookIds: null, market: null, period: null };
  const evidence = [...evidenceRows(asked, game.game_id, ofAll, null)].map(({ row }) => row);
  const linkTo = (wanted: string | null) =>
    addressOf(game, { period: shown?.period, market: shown?.market, book: wanted });
  const parts = [
    besideLinks(game, gamesBeside(snapshot, game)),
    gameHead(game, periods),
    ...(shown === null
      ? []
      : [
          tabs(view, shown, book),
          booksSection(view, shown),
          movementSection(view, shown, { book, linkTo }),
          reasons(view, shown),
        ]),
    evidenceSection(game.game_id, game.sport, evidence),
    getThisPanel({ apiUrl, manageUrl, ...requestOf(view) }),
  ];
  const said = sharedWords(game, snapshot.isSample);
  const url = `${apiUrl}/games/${game.game_id}`;
  const title = `${said.title}: lines and results`;
  return { ...drawingOf({ type: "article", url, image: `${url}/card.png`, ...said }, html`${parts}`), title };
}

/** To the game before and after in the season, and to all games of the day. */
function besideLinks({ game_date: date }: GameDetail, { previous, next }: GamesBeside): Html {
  const link = (game: GamesBeside["previous"], rel: string, text: (names: string) => string) =>
    game === null
      ? ""
      : html`<a class="button small" rel="${rel}" href="/games/${game.game_id}">${text(`${shortName(game.away)} at ${shortName(game.home)}`)}</a>`;
  return html`<nav class="actions" aria-label="Games">${link(previous, "prev", (names) => `← ${names}`)} <a class="button small" href="${slatePath(date)}"><span>All of ${dayTag(date)}</span></a> ${link(next, "next", (names) => `${names} →`)}</nav>`;
}

/** The rows of the table of books, or the game alone where it has no lines. */
function requestOf({ game, shown }: GameView): { readonly path: string; readonly query: string } {
  if (shown === null) return { path: `/v1/games/${game.game_id}`, query: "" };
  const { period, market } = shown;
  const query = `sport=${game.sport}&game_id=${game.game_id}&book=all&period=${period}&market=${market}`;
  return { path: "/v1/bets", query };
}

function checkBook(book: string | null, books: readonly BookLines[]): void {
  const own = books.filter(({ isConsensus }) => !isConsensus).map((each) => each.book);
  if (book === null || own.includes(book)) return;
  throw new NotOffered(
    own.length === 0
      ? "No book has priced this."
      : `The book ${book} has not priced this. These have: ${own.join(", ")}.`,
  );
}

/** The address of the game's page with these lines. What is not chosen is not in it. */
function addressOf({ game_id: id }: GameDetail, chosen: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(chosen).flatMap(([name, value]) => (value == null ? [] : [[name, value]]));
  return `/games/${id}?${new URLSearchParams(given)}`;
}

function tabs({ game, offers }: GameView, shown: ShownLines, book: string | null): Html {
  const periods = offers.map(({ period, markets: [first = shown.market, ...others] }) => ({
    href: addressOf(game, { period, market: others.includes(shown.market) ? shown.market : first, book }),
    text: periodName(period, game.sport).long,
    isCurrent: period === shown.period,
  }));
  const markets = offers.find(({ period }) => period === shown.period)?.markets ?? [];
  const ofMarkets = markets.map((market) => ({
    href: addressOf(game, { period: shown.period, market, book }),
    text: marketName(market, game.sport),
    isCurrent: market === shown.market,
  }));
  return html`<div class="choices">
${periods.length === 1 ? "" : tabbar("Period", periods)}
${tabbar("Market", ofMarkets)}
</div>`;
}
