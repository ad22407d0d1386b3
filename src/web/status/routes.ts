/** `/status`, for everybody: how new the data is, in one sentence that a person understands, and the numbers behind it. */
import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { parseGameId } from "../../domain/game-ids.ts";
import { type AskedShelf, changeRows, revisionRows } from "../../query/changes.ts";
import type { Snapshot } from "../../query/load.ts";
import { sportRows } from "../../query/reach.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { Shelf } from "../../query/shelf.ts";
import { type ProofState, readProofState } from "../../release/proof/manifests.ts";
import { agoText, capitalized, countText, listText, momentTag } from "../frame/formats.ts";
import { type PageSite, page, type Visit } from "../frame/recipe.ts";
import { card } from "../ui/card.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
import { sportLabels } from "../ui/words.ts";

/** Revisions are read from the database. However many people ask, that is done four times a minute at the most. */
const keptForMs = 15_000;

type StatusSite = PageSite & { readonly shelf: StatusShelf; readonly nowMs?: () => number };

export const statusPage = page({
  at: "/status",
  isLimited: false,
  read({ site: { nowMs = Date.now } }: Visit<StatusSite>) {
    const now = nowMs();
    return { now, key: String(Math.floor(now / keptForMs)), maxAgeS: keptForMs / 1000 };
  },
  draw: async ({ now }, { site }) => ({
    title: "Status of the data - Gradeline",
    description: statusDescription,
    current: "/status",
    width: "wide",
    styles: ["data.css"],
    body: statusBody(await readStatus(site.shelf), now),
  }),
});

type Status = {
  /** Null: they cannot be told now. */
  readonly sports: readonly SportRow[] | null;
  /** Newest first, a few of them; none before the first publish. Null: they cannot be told now. */
  readonly revisions: readonly Revision[] | null;
  /** How the newest manifest of the files is proved; null: there is none, or it cannot be told now. */
  readonly proof: ProofState | null;
  /** The day of all games that the newest revision added; null: they are of several days, or nobody knows. */
  readonly addedDay: string | null;
};

type StatusShelf = AskedShelf & Pick<Shelf, "current">;

const shownRevisions = 7;

export async function readStatus(shelf: StatusShelf): Promise<Status> {
  const snapshot = shelf.current;
  const after = Math.max(0, snapshot.revision - shownRevisions);
  const newest = await unlessRefused(() => revisionRows(shelf, snapshot, { after, limit: shownRevisions }));
  const revisions = newest?.rows.toReversed() ?? null;
  const last = revisions?.[0];
  return {
    sports: await unlessRefused(() => sportRows(snapshot)),
    revisions,
    proof: await unlessRefused(() => shelf.ask(({ kysely }) => readProofState(kysely))),
    addedDay: last === undefined ? null : await unlessRefused(() => dayOfAdded(shelf, snapshot, last)),
  };
}

/** Null: it is damaged, or the database is away. */
async function unlessRefused<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

/** A night's games are far fewer. */
const mostLookedAt = 500;

async function dayOfAdded(
  shelf: StatusShelf,
  snapshot: Snapshot,
  { revision, added }: Revision,
): Promise<string | null> {
  if (added === null || added === 0 || added > mostLookedAt) return null;
  const wanted = { since: revision - 1, sport: null, after: null, limit: 1000 };
  const page = await changeRows(shelf, snapshot, wanted);
  if ("keptSince" in page) return null;
  const changes = page.rows.filter(({ change, revision: own }) => change === "added" && own === revision);
  const days = new Set(changes.map(({ game_id }) => parseGameId(game_id)?.gameDate));
  const [day] = days;
  return changes.length === added && days.size === 1 ? (day ?? null) : null;
}

const statusDescription = "When the data was last updated, at which revision, and which seasons are in progress.";

function statusBody(status: Status, nowMs: number): Html {
  const { sports, revisions, addedDay, proof } = status;
  const published = sports?.filter(({ seasons }) => seasons.length > 0) ?? [];
  return html`<div class="coverage-head"><h1>Status of the data</h1>
<p class="lead status-line">${statusSentence(status, nowMs)}</p></div>
${published.length === 0 ? "" : sportsTable(published)}
${revisions === null || revisions.length === 0 ? "" : revisionsTable(revisions, addedDay, nowMs)}
${proof === null ? "" : proofCard(proof)}`;
}

function sportsTable(sports: readonly SportRow[]): Html {
  const rows = sports.map(({ sport, name, seasons, last_completed_game: last }) => {
    const newest = seasons.at(-1);
    const isRunning = newest?.status === "in_progress";
    return [
      html`<a href="/coverage?sport=${sport}"><abbr title="${name}">${sportLabels[sport]}</abbr></a>`,
      newest?.season ?? "",
      html`<span class="pill ${isRunning ? "good" : ""}">${isRunning ? "In progress" : "Complete"}</span>`,
      countText(newest?.games ?? 0),
      // A slate date, which is a day in no time zone.
      last === null ? "" : html`<time datetime="${last}">${last}</time>`,
      countText(seasons.reduce((sum, { games }) => sum + games, 0)),
    ];
  });
  const columns = [
    ...[{ head: "Sport" }, { head: "Newest season" }, { head: "State" }],
    { head: "Games in it", look: "number second" },
    { head: "Last game", look: "second" },
    { head: "Games of all seasons", look: "number second" },
  ];
  return card(
    { id: "sports-title", title: "Sports" },
    table({ name: "Sports", look: "status two-lines", columns, rows }),
  );
}

function proofCard({ revision, fingerprint, commands, why_unsigned: why }: ProofState): Html {
  const lines = commands.map((command) => html`<p class="breakable"><code>${command}</code></p>`);
  const signed = html`<p class="breakable">The key <code>${fingerprint ?? ""}</code> has signed the manifest of revision ${countText(revision)}, which has the SHA-256 of every file. This checks it:</p>
${lines}`;
  const unsigned = html`<p>The manifest of revision ${countText(revision)} is not signed. ${why ?? ""}</p>`;
  const hint = html`<a href="/docs/files#proof">What it proves, and how to check it</a>`;
  return card({ id: "proof-title", title: "Proof of the files", hint }, fingerprint === null ? unsigned : signed);
}

function revisionsTable(revisions: readonly Revision[], addedDay: string | null, nowMs: number): Html {
  const rows = revisions.map((revision, index) => {
    const news = newsOf(revision, index === 0 ? addedDay : null, nowMs) ?? "";
    return [revision.revision, momentTag(Date.parse(revision.published_at)), capitalized(news)];
  });
  const columns = [{ head: "Revision", look: "number" }, { head: "Published" }, { head: "With" }];
  const hint = html`<code>/v1/changes</code> has every value that changed.`;
  const title = "Newest updates";
  return card({ id: "revisions-title", title, hint }, table({ name: title, look: "status", columns, rows }));
}

const dayMs = 86_400_000;
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** Nights are published by the clock of New York. */
const newYorkDays = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" });

export function statusSentence({ sports, revisions, addedDay }: Omit<Status, "proof">, nowMs: number): string {
  const seasons = sports === null ? null : seasonsSentence(sports);
  if (revisions === null) return joined("When the data was last updated cannot be told at the moment", seasons);
  const [last] = revisions;
  if (last === undefined) return "Nothing is published yet.";
  const news = newsOf(last, addedDay, nowMs);
  const updated = `Updated ${agoText(Date.parse(last.published_at), nowMs)}, at revision ${countText(last.revision)}`;
  return joined(news === null ? updated : `${updated}, with ${news}`, seasons);
}

function joined(first: string, second: string | null): string {
  return second === null ? `${first}.` : `${first}; ${second}.`;
}

function seasonsSentence(sports: readonly SportRow[]): string {
  const names = sports.flatMap(({ sport, seasons }) =>
    seasons.filter(({ status }) => status === "in_progress").map(({ season }) => `${sportLabels[sport]} ${season}`),
  );
  if (names.length === 0) return "no season is in progress";
  return `${listText(names)} ${names.length === 1 ? "is" : "are"} in progress`;
}

/** The changes of a revision; null where it is of a time when they were not written down, or brought none. */
function newsOf(
  { added, changed, removed, published_at }: Revision,
  addedDay: string | null,
  nowMs: number,
): string | null {
  const publishedMs = Date.parse(published_at);
  const parts = [
    added === null || added === 0 ? null : addedText(added, addedDay, publishedMs, nowMs),
    changed === null || changed === 0 ? null : `changes to ${gamesText(changed)}`,
    removed === null || removed === 0 ? null : `${gamesText(removed)} taken out`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : listText(parts);
}

function addedText(added: number, day: string | null, publishedMs: number, nowMs: number): string {
  if (day === null) return added === 1 ? "1 new game" : `${countText(added)} new games`;
  // A night's games are not last night's any more when the night after it was not published.
  const isOfLastNight = day === dayBefore(publishedMs) && nowMs - publishedMs < dayMs;
  if (isOfLastNight) return `last night's ${added === 1 ? "game" : `${countText(added)} games`}`;
  return `${gamesText(added)} of ${dates.format(Date.parse(day))}`;
}

/** The day before in New York. */
function dayBefore(ms: number): string {
  return newYorkDays.format(Date.parse(`${newYorkDays.format(ms)}T12:00:00Z`) - dayMs);
}

function gamesText(count: number): string {
  return `${countText(count)} ${count === 1 ? "game" : "games"}`;
}
