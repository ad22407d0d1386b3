/** The page of status shows the sports, and the newest revisions, as the API lists them. */
import type { Change, Revision } from "../../contract/rows/changes.ts";
import type { SportRow } from "../../contract/rows/seasons.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type ApiAnswer, type AskApi, isAnswer } from "../ask.ts";

export type Status = {
  /** Null: they cannot be told now. */
  readonly sports: readonly SportRow[] | null;
  /** Newest first, a few of them; none before the first publish. Null: they cannot be told now. */
  readonly revisions: readonly Revision[] | null;
  /** The day of all games that the newest revision added; null: they are of several days, or nobody knows. */
  readonly addedDay: string | null;
};

const shownRevisions = 7;

/** Returns a function that reads the status. It remembers where the newest revisions are, and does not list all of them again. */
export function openStatus(ask: AskApi): () => Promise<Status> {
  let known = 0;
  return async () => {
    const sports = await ask("/sports", "");
    const revisions = (await newest(ask, Math.max(0, known - shownRevisions))) ?? (await newest(ask, 0));
    const last = revisions?.[0];
    known = last?.revision ?? 0;
    return {
      sports: isAnswer(sports) ? (sports.data as SportRow[]) : null,
      revisions,
      addedDay: last === undefined ? null : await dayOfAdded(ask, last),
    };
  };
}

/** Null: the API has refused them, because the database is away, or because there is no such revision any more. */
async function newest(ask: AskApi, since: number): Promise<Revision[] | null> {
  const found: Revision[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? "" : `&cursor=${cursor}`;
    const answer: ApiAnswer = await ask("/revisions", `since=${since}&limit=1000${more}`);
    if (!isAnswer(answer)) return null;
    found.push(...(answer.data as Revision[]));
    cursor = answer.nextCursor;
  } while (cursor !== null);
  return found.toReversed().slice(0, shownRevisions);
}

/** A night's games are far fewer. */
const mostLookedAt = 500;

async function dayOfAdded(ask: AskApi, { revision, added }: Revision): Promise<string | null> {
  if (added === null || added === 0 || added > mostLookedAt) return null;
  const answer = await ask("/changes", `since=${revision - 1}&limit=1000`);
  if (!isAnswer(answer)) return null;
  const changes = (answer.data as Change[]).filter(
    ({ change, revision: own }) => change === "added" && own === revision,
  );
  const days = new Set(changes.map(({ game_id }) => parseGameId(game_id)?.gameDate));
  const [day] = days;
  return changes.length === added && days.size === 1 ? (day ?? null) : null;
}
