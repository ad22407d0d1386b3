/** What the pages for operators ask of the archive and takes long, each as a command does it. */
import { readCollecting } from "../../collect/runs/liveness.ts";
import type { Database } from "../../database/engine.ts";
import { listDisputes, resolveDispute, unresolveDispute } from "../../operate/decisions/disputes.ts";
import { readReports } from "../../operate/reports.ts";
import { readStatus } from "../../operate/status/status.ts";
import type { Decided, Decision, Desk, Nights } from "../../web/operators/desk.ts";

/** Reports on the page. */
const newestReports = 30;

export const tasks = {
  nights,
  disputes: listDisputes,
  async resolve(database: Database, { email, gameId, provider, note }: Decision & { readonly provider: string }) {
    const own = { ...database, actor: { through: "page", who: email } } as const;
    const { outcome } = await resolveDispute(own, gameId, provider, new Date().toISOString(), note);
    const decided: Decided = outcome === "decided" ? "done" : outcome === "unchanged" ? "unchanged" : "missing";
    return decided;
  },
  async unresolve(database: Database, { email, gameId, note }: Decision): Promise<Decided> {
    const own = { ...database, actor: { through: "page", who: email } } as const;
    return (await unresolveDispute(own, gameId, new Date().toISOString(), note)) ? "done" : "missing";
  },
} satisfies {
  readonly [Name in Exclude<keyof Desk, "alarms" | "deeds">]: (
    database: Database,
    given: never,
  ) => ReturnType<Desk[Name]>;
};

export type TaskName = keyof typeof tasks;

/** The tasks that write. */
export const writing: ReadonlySet<TaskName> = new Set<TaskName>(["resolve", "unresolve"]);

async function nights(database: Database): Promise<Nights> {
  const nowMs = Date.now();
  const { kysely } = database;
  const { seasons: _, at: __, ...status } = await readStatus(kysely, nowMs);
  const { state } = await readCollecting(database, nowMs);
  return { ...status, collecting: state, reports: await readReports(kysely, { limit: newestReports }) };
}
