/** How long an ordinary caller waits while others attack, read slowly or ask for much, over how long in peace. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { makeKeyIn } from "../support/access.ts";
import { openAsker } from "./asker.ts";
import type { Figure } from "./machine.ts";
import { median } from "./rounds.ts";
import { settled, startGradeline } from "./servers.ts";

const crowds = {
  attack: "sixteen who send wrong requests",
  slow: "500 who read a kilobyte a second",
  snapshots: "one who asks for pages of snapshots that nobody asked for before",
};
const asked = 300;

/** Peace and crowd take turns at one server, and each ratio is of neighbours. */
export async function measureBeside(databaseFile: string, folder: string): Promise<readonly Figure[]> {
  const key = await makeKeyIn(databaseFile, "beside@example.com");
  const crowdKey = await makeKeyIn(databaseFile, "crowd@example.com");
  const server = await startGradeline(databaseFile, folder);
  const asker = openAsker(server.base, key);
  try {
    await settled(server);
    const paths = (await asker.walk("/v1/odds?sport=mlb&season=2026&limit=100")).slice(0, 50);
    const halfOfAnswersMs = async (): Promise<number> => {
      const timesMs: number[] = [];
      for (let at = 0; at < asked; at++) {
        const begunMs = performance.now();
        const { status } = await asker.ask(paths[at % paths.length] ?? "");
        if (status !== 200) throw new Error(`a list beside a crowd answered ${status}`);
        timesMs.push(performance.now() - begunMs);
      }
      return median(timesMs);
    };
    await halfOfAnswersMs();
    const found: Figure[] = [];
    for (const [name, who] of Object.entries(crowds)) {
      const peaceMs = await halfOfAnswersMs();
      const crowd = spawn(process.execPath, [join(import.meta.dirname, "crowd.ts"), name, server.base, crowdKey], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const ended = once(crowd, "close");
      await Promise.race([once(crowd.stdout, "data"), ended]);
      if (crowd.exitCode !== null) throw new Error(`the crowd "${name}" ended before it was measured`);
      const crowdMs = await halfOfAnswersMs();
      crowd.kill();
      await ended;
      const figure = `${(crowdMs / peaceMs).toFixed(1)} times (${peaceMs.toFixed(2)} and ${crowdMs.toFixed(2)} ms)`;
      found.push([`half of the answers of 100 odds rows, beside ${who}, over in peace`, figure]);
      await settled(server);
    }
    return found;
  } finally {
    asker.close();
    await server.close();
  }
}
