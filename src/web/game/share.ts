/** Messengers, search engines and the browser's tab show this of a game's page. */
import type { GameDetail } from "../../contract/lists/games.ts";
import { sharedHead } from "../frame/shared-head.ts";
import { inventedWords } from "../invented.ts";
import { occasionText } from "./head.ts";
import { gradedGame, nameOf, verdictsOf } from "./verdicts.ts";

export type Share = {
  readonly title: string;
  readonly description: string;
  /** HTML for the head of the page. */
  readonly head: string;
};

/** As in `Los Angeles Rams 31, Tennessee Titans 37`. */
export function scoreText({ away, home }: Pick<GameDetail, "away" | "home">): string {
  return `${nameOf(away)} ${away.score ?? ""}, ${nameOf(home)} ${home.score ?? ""}`.replaceAll(/ (?=,|$)/g, "");
}

/** @param isSample whether the game is an invented one, which is said first. */
export function descriptionOf(game: GameDetail, isSample: boolean): string {
  const description = plainDescriptionOf(game);
  return isSample ? `${inventedWords}. ${description}` : description;
}

function plainDescriptionOf(game: GameDetail): string {
  const graded = gradedGame(game);
  const verdicts = graded === null ? [] : verdictsOf(graded).map(({ text }) => text);
  if (verdicts.length === 0) return `${occasionText(game)}. No US book posted a line for this game.`;
  return `${verdicts.join("; ")}. ${occasionText(game)}. Lines of every US book from open to close, graded.`;
}

/** @param apiUrl without a slash at its end: the address that callers and pages are reached at. */
export function shareOf(game: GameDetail, apiUrl: string, isSample: boolean): Share {
  const name = isSample ? `Invented: ${scoreText(game)}` : scoreText(game);
  const title = `${name}: lines and results`;
  const description = descriptionOf(game, isSample);
  const url = `${apiUrl}/games/${game.game_id}`;
  const head = sharedHead({ type: "article", canonical: url, url, title: name, description, image: `${url}/card.png` });
  return { title, description, head };
}
