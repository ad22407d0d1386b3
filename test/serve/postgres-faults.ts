/** What can go wrong with a PostgreSQL server, as it begins and as it is over. */
import type { Client } from "pg";
import type { OwnPostgres } from "../support/own-postgres.ts";
import type { TcpProxy } from "../support/tcp-proxy.ts";

export type Fault = {
  readonly begin: () => Promise<void> | void;
  readonly end: () => Promise<void> | void;
  /** Whether it lasts as long as the extent says; else it begins and is over. */
  readonly lasts: boolean;
  readonly isThroughProxy?: true;
};

export type FaultName = "restart" | "terminate" | "frozen" | "silent" | "locked" | "used up";

export type Place = {
  readonly postgres: OwnPostgres;
  /** In front of the server, for faults that are the network's. */
  readonly proxy: TcpProxy;
  /** Of the database that is used, without the proxy. */
  readonly url: string;
  /** The e-mail address of the account that somebody locks. */
  readonly troubled: string;
};

export function faultsOf({ postgres, proxy, url, troubled }: Place): Readonly<Record<FaultName, Fault>> {
  let held: Client[] = [];
  async function letGo(): Promise<void> {
    for (const client of held.splice(0)) await client.end();
  }

  return {
    restart: {
      begin: () => postgres.stop(),
      end: () => postgres.start(),
      lasts: false,
    },
    terminate: {
      async begin() {
        await postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
          new URL(url).pathname.slice(1),
        ]);
      },
      end: () => {},
      lasts: false,
    },
    frozen: { begin: () => postgres.freeze(), end: () => postgres.thaw(), lasts: true },
    silent: {
      begin: () => proxy.setMode("silent"),
      end: () => proxy.setMode("pass"),
      lasts: true,
      isThroughProxy: true,
    },
    locked: {
      async begin() {
        const client = await postgres.connect(url);
        held = [client];
        await client.query("begin");
        await client.query("select 1 from accounts where email = $1 for update", [troubled]);
      },
      end: letGo,
      lasts: true,
    },
    "used up": {
      async begin() {
        for (;;) {
          try {
            held.push(await postgres.connect());
          } catch {
            return;
          }
        }
      },
      end: letGo,
      lasts: true,
    },
  };
}
