/** `/status`, for everybody: how new the data is, in one sentence that a person understands, and the numbers behind it. */
import type { Revision } from "../../contract/lists/changes.ts";
import type { SportRow } from "../../contract/lists/reference.ts";
import { type AskedShelf, revisionRows } from "../../query/changes.ts";
import { sportRows } from "../../query/reach.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { Shelf } from "../../query/shelf.ts";
import { type ProofState, readProofState } from "../../release/proof/manifests.ts";
import { type PageSite, page, type Visit } from "../frame/recipe.ts";
import { type Html, html } from "../ui/html.ts";
import { card, table } from "../ui/parts.ts";
import { agoText, capitalized, counted, countText, listText, momentTag, sportLabels } from "../ui/words.ts";

/** Revisions are read from the database. However many people ask, that is done four times a minute at the most. */
const keptForMs = 15_000;
const shownRevisions = 7;

type StatusShelf = AskedShelf & Pick<Shelf, "current">;
type StatusSite = PageSite & { readonly shelf: StatusShelf; readonly nowMs?: () => number };

export const statusPage = page({
  at: "/status",
  isLimited: false,
  read({ site: { nowMs = Date.now } }: Visit<StatusSite>) {
    const now = nowMs();
    return { now, key: String(Math.floor(now / keptForMs)), maxAgeS: keptForMs / 1000 };
  },
  async draw({ now }, { site }) {
    const status = await readStatus(site.shelf);
    const seen = status.sports?.filter(({ seasons }) => seasons.length > 0) ?? [];
    return {
      title: "Status of the data - Gradeline",
      description: "When the data was last updated, at which revision, and which seasons are in progress.",
      current: "/status",
      width: "wide",
      styles: ["data.css"],
      body: html`<div class="coverage-head"><h1>Status of the data</h1>
<p class="lead status-line">${statusSentence(status, now)}</p></div>
${seen.length === 0 ? "" : sportsCard(seen)}
${revisionsCard(status)}
${status.proof === null ? "" : proofCard(status.proof)}`,
    };
  },
});

/** The numbers of the page. What cannot be told now, because it is damaged or the database is away, is null. */
export async function readStatus(shelf: StatusShelf) {
  const snapshot = shelf.current;
  const after = Math.max(0, snapshot.revision - shownRevisions);
  const newest = await unlessRefused(() => revisionRows(shelf, snapshot, { after, limit: shownRevisions }));
  return {
    /** Newest first; none before the first publish. */
    revisions: newest?.rows.toReversed() ?? null,
    sports: await unlessRefused(() => sportRows(snapshot)),
    /** How the newest manifest of the files is proved; null, too, where there is none. */
    proof: await unlessRefused(() => shelf.ask(({ kysely }) => readProofState(kysely))),
  };
}
type Status = Awaited<ReturnType<typeof readStatus>>;

async function unlessRefused<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (thrown) {
    if (refusalOf(thrown) === null) throw thrown;
    return null;
  }
}

function sportsCard(sports: readonly SportRow[]): Html {
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
    ...["Sport", "Newest season", "State"],
    { head: "Games in it", look: "number second" },
    { head: "Last game", look: "second" },
    { head: "Games of all seasons", look: "number second" },
  ];
  const shown = table({ name: "Sports", look: "status two-lines", columns, rows });
  return card({ id: "sports-title", title: "Sports" }, shown);
}

function revisionsCard({ revisions }: Status): Html | "" {
  if (revisions === null || revisions.length === 0) return "";
  const rows = revisions.map((revision) => [
    revision.revision,
    momentTag(Date.parse(revision.published_at)),
    capitalized(newsOf(revision)),
  ]);
  const columns = [{ head: "Revision", look: "number" }, "Published", "With"];
  const hint = html`<code>/v1/changes</code> has every value that changed.`;
  const title = "Newest updates";
  return card({ id: "revisions-title", title, hint }, table({ name: title, look: "status two-lines", columns, rows }));
}

function proofCard({ revision, fingerprint, commands, why_unsigned: why }: ProofState): Html {
  const lines = commands.map((command) => html`<p class="breakable"><code>${command}</code></p>`);
  const signed = html`<p class="breakable">The key <code>${fingerprint ?? ""}</code> has signed the manifest of revision ${countText(revision)}, which has the SHA-256 of every file. This checks it:</p>
${lines}`;
  const unsigned = html`<p>The manifest of revision ${countText(revision)} is not signed. ${why ?? ""}</p>`;
  const hint = html`<a href="/docs/files#proof">What it proves, and how to check it</a>`;
  return card({ id: "proof-title", title: "Proof of the files", hint }, fingerprint === null ? unsigned : signed);
}

export function statusSentence({ sports, revisions }: Omit<Status, "proof">, nowMs: number): string {
  const running = sports?.flatMap(({ sport, seasons }) =>
    seasons.filter(({ status }) => status === "in_progress").map(({ season }) => `${sportLabels[sport]} ${season}`),
  );
  const seasons = running?.length === 0 ? "no season" : listText(running ?? []);
  const end = running === undefined ? "." : `; ${seasons} ${running.length > 1 ? "are" : "is"} in progress.`;
  if (revisions === null) return `When the data was last updated cannot be told at the moment${end}`;
  const [last] = revisions;
  if (last === undefined) return "Nothing is published yet.";
  const news = newsOf(last);
  const ago = agoText(Date.parse(last.published_at), nowMs);
  return `Updated ${ago}, at revision ${countText(last.revision)}${news === "" ? "" : `, with ${news}`}${end}`;
}

/** The changes of a revision; empty where it is of a time when they were not written down, or brought none. */
function newsOf({ added, changed, removed }: Revision): string {
  return listText([
    ...(added ? [counted(added, "new game")] : []),
    ...(changed ? [`changes to ${counted(changed, "game")}`] : []),
    ...(removed ? [`${counted(removed, "game")} taken out`] : []),
  ]);
}
