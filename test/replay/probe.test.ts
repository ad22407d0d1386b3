import { test } from "node:test";
import { startEngine } from "../support/engines.ts";
import type { WorldName } from "../support/replay/replay-worlds.ts";
import { replays } from "./replayed.ts";
import { archiveOf, assertEachListedOnce, minutesOfClose } from "./week-promises.ts";

const replayed = replays();
test("probe", async () => {
  const engine = await startEngine("sqlite");
  const r = await replayed({ name: (process.env.W ?? "MLB week") as WorldName, engine });
  const a = await archiveOf(r);
  const games = assertEachListedOnce(a, r.world.finals);
  const c = minutesOfClose(r, games);
  console.log("listed", games.length, a.games.size);
  for (const g of games) {
    const m = c.get(g.id) ?? 0;
    if (g.odds.length < 10 || m > 15) console.log(g.id, g.odds.length, m.toFixed(1), g.game.start_time);
  }
  const kinds = Map.groupBy(r.answers, (x) => `${x.endpoint} ${x.status}`);
  console.log([...kinds].map(([k, v]) => `${k}: ${v.length}`).join(", "), r.seconds);
  await engine.close();
});
