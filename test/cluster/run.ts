/**
 * Tries the cluster of docs/scaling.md: starts all of it on this machine, makes trouble under load, and judges what callers got.
 * `npm run cluster` tries every case once, and with names of cases these alone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { openDatabase } from "../../src/database/engine.ts";
import { makeKeyIn } from "../support/access.ts";
import { publishGames } from "../support/archive.ts";
import { league } from "../support/league.ts";
import { Cluster } from "./cluster.ts";
import { until, whyNoCluster } from "./machines.ts";

type Caller = { readonly account: string; readonly key: string };

type Answer = {
  readonly account: string;
  readonly sentMs: number;
  readonly endedMs: number;
  /** Null when no whole answer came. */
  readonly status: number | null;
};

/** How long a caller pauses after an answer: thirty of them ask some 200 times a second. */
const pauseMs = 140;
/** Longer than any answer may take. */
const givenUpMs = 15_000;
const path = "/v1/games?sport=nfl&limit=20";
/** `proxy_read_timeout` of nginx.conf: then nginx asks another node, and the first may have charged the request. */
const askedAgainMs = 4_900;

// The certificate of the site was made for this run.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

/** Each asks again and again, from the start on. */
class Callers {
  readonly answers: Answer[] = [];
  readonly #url: string;
  readonly #asking: readonly Promise<void>[];
  readonly #beganMs = performance.now();
  #isOver = false;

  constructor(url: string, callers: readonly Caller[]) {
    this.#url = url;
    this.#asking = callers.map(async (caller) => {
      for (; !this.#isOver; await sleep(pauseMs)) await this.ask(caller);
    });
  }

  nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#asking);
  }

  async ask({ account, key }: Caller): Promise<Answer> {
    const sentMs = this.nowMs();
    const sent = { headers: { authorization: `Bearer ${key}` }, signal: AbortSignal.timeout(givenUpMs) };
    const status = await fetch(`${this.#url}${path}`, sent)
      .then((response) => response.arrayBuffer().then(() => response.status))
      .catch(() => null);
    const answer = { account, sentMs, endedMs: this.nowMs(), status };
    this.answers.push(answer);
    return answer;
  }
}

/** Each makes its trouble, and resolves when it is over. */
const cases: Readonly<Record<string, (cluster: Cluster) => Promise<void>>> = {
  "kill-primary": async (cluster) => (await cluster.primary()).kill(),
  async switchover(cluster) {
    const primary = await cluster.primary();
    const next = await cluster.synchronousStandby();
    await fetch(`http://${primary.machine.address}:8008/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: primary.machine.name, candidate: next.machine.name }),
      signal: AbortSignal.timeout(60_000),
    });
    await until("the switchover", 60_000, async () => ((await next.isPrimary()) ? true : null));
  },
  async "kill-node"({ nodes: [, node] }) {
    node?.kill();
    await sleep(8_000);
    await node?.start();
  },
};

const names = process.argv.slice(2).filter((word) => !word.startsWith("-"));
for (const name of names) if (!(name in cases)) throw new Error(`there is no case ${name}`);
const why = whyNoCluster();
if (why !== null) {
  console.error(`the cluster cannot be tried here: ${why}`);
  process.exitCode = 2;
} else process.exitCode = (await tryAll()) ? 0 : 1;

async function tryAll(): Promise<boolean> {
  const cluster = await Cluster.open();
  // Ctrl-C ends what was started, too.
  const end = (): void => void cluster.close().finally(() => process.exit(130));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    const facts = await openDatabase((await cluster.primary()).url());
    await publishGames(facts, league);
    await facts.close();
    for (const node of cluster.nodes) await node.start();
    cluster.startNginx();
    let isGood = true;
    for (const name of names.length === 0 ? Object.keys(cases) : names) {
      const violations = await tryCase(cluster, name);
      console.log(`${violations.length === 0 ? "ok" : "NOT OK"} ${name}`);
      for (const violation of violations.slice(0, 20)) console.log(`  VIOLATED: ${violation}`);
      isGood &&= violations.length === 0;
    }
    return isGood;
  } finally {
    await cluster.close();
  }
}

async function tryCase(cluster: Cluster, name: string): Promise<readonly string[]> {
  const callers = await makeCallers(cluster, name);
  const strange = await makeCallers(cluster, `strange-${name}`, 1);
  const writes = await startWriting(cluster);
  const asking = new Callers(cluster.url, callers);
  await sleep(4_000);
  const beganMs = asking.nowMs();
  await cases[name]?.(cluster);
  await until("an answer for a key that no node knows", 120_000, async () =>
    (await asking.ask(strange[0] as Caller)).status === 200 ? true : null,
  );
  console.log(`  a key that no node knew was answered after ${((asking.nowMs() - beganMs) / 1000).toFixed(1)} s`);
  await cluster.whole();
  await sleep(6_000);
  await asking.stop();
  const lost = await writes.lost();
  // Nodes add what they have counted twice a second.
  await sleep(3_000);
  const used = "select email, sum(used)::int as used from period_uses group by email";
  const rows = await (await cluster.primary()).query<{ email: string; used: number }>(used, "gradeline");
  const charged = new Map(rows.map((row) => [row.email, row.used]));
  console.log(`  ${asking.answers.length} answers, ${writes.confirmed.length} confirmed writes, ${lost.length} lost`);
  const found = violationsOf(callers, asking.answers, charged, beganMs, name === "kill-node");
  return lost.length === 0 ? found : [`${lost.length} writes were confirmed and are gone`, ...found];
}

async function makeCallers(cluster: Cluster, name: string, count = 30): Promise<Caller[]> {
  const url = (await cluster.primary()).url();
  const callers: Caller[] = [];
  for (let number = 0; number < count; number++) {
    const account = `${name}-${number}@example.com`;
    callers.push({ account, key: await makeKeyIn(url, account) });
  }
  return callers;
}

/** Writes numbers as fast as they are confirmed, to whichever machine takes them: each that was confirmed must be there at the end. */
async function startWriting(cluster: Cluster) {
  const table = "drop table if exists confirmed_writes; create table confirmed_writes (number integer);";
  await (await cluster.primary()).query(table, "gradeline");
  const confirmed: number[] = [];
  let isOver = false;
  async function write(): Promise<void> {
    for (let number = 0; !isOver; ) {
      for (const database of cluster.databases) {
        const limits = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
        const client = new Client({ connectionString: database.url(), ...limits });
        client.on("error", () => {});
        try {
          await client.connect();
          while (!isOver) {
            await client.query("insert into confirmed_writes (number) values ($1)", [++number]);
            confirmed.push(number);
            await sleep(20);
          }
        } catch {
          // It is a standby, or away. The next number goes to the next machine.
          await sleep(100);
        }
        void client.end().catch(() => {});
      }
    }
  }
  const writing = write();
  return {
    confirmed,
    async lost(): Promise<readonly number[]> {
      isOver = true;
      await writing;
      const all = "select number from confirmed_writes";
      const rows = await (await cluster.primary()).query<{ number: number }>(all, "gradeline");
      const kept = new Set(rows.map(({ number }) => number));
      return confirmed.filter((number) => !kept.has(number));
    },
  };
}

/**
 * What does not hold. Keys that a node knows are answered, whatever happens to the database, and each account is charged what it was
 * answered: exactly, but for what was under way when the trouble began, and for the last second of a node that was killed.
 * @param charged what each account was charged in all.
 */
function violationsOf(
  callers: readonly Caller[],
  answers: readonly Answer[],
  charged: ReadonlyMap<string, number>,
  beganMs: number,
  isNodeKilled: boolean,
): readonly string[] {
  const found: string[] = [];
  const byAccount = Map.groupBy(answers, ({ account }) => account);
  for (const { account } of callers) {
    const own = byAccount.get(account) ?? [];
    for (const { status, sentMs } of own) {
      // A request that a node had when it was killed may be lost with it.
      if (status !== 200 && !(isNodeKilled && status === null && Math.abs(sentMs - beganMs) < 1_000))
        found.push(`${account} was answered ${status} after ${(sentMs / 1000).toFixed(1)} s`);
    }
    const isDoubtful = ({ sentMs, endedMs }: Answer): boolean =>
      (endedMs > beganMs - 1_000 && sentMs < beganMs + 2_000) || endedMs - sentMs > askedAgainMs;
    const doubtful = own.filter(isDoubtful).length;
    const more = (charged.get(account) ?? 0) - own.filter(({ status }) => status === 200).length;
    const sum = `${account} was charged ${Math.abs(more)}`;
    if (more > doubtful) found.push(`${sum} more than it was answered (${doubtful} may be)`);
    if (-more > doubtful) found.push(`${sum} less than it was answered (${doubtful} may be)`);
  }
  return found;
}
