import { snapshots as declared, snapshotColumns } from "../../contract/lists/snapshots.ts";
import { momentMinutes } from "../../domain/moments.ts";
import { gameFilterOf } from "../../query/game-filters.ts";
import { computedPage, snapshotRows } from "../../query/questions/row-pages.ts";
import type { SnapshotFilter } from "../../query/snapshots/page.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

const source: RowSource = { name: "snapshots", columns: snapshotColumns };

export const snapshotsRoute = answering(declared, (asked, context) => {
  const filter: SnapshotFilter = {
    ...gameFilterOf(asked),
    minutes: asked.minutes_before ?? momentMinutes,
    bookIds: asked.book,
    market: asked.market,
    period: asked.period,
    mostAgeMinutes: asked.max_age_minutes,
  };
  const { sport } = asked;
  const { shelf, snapshot } = context;
  return answerRows(context, source, asked, filter, (wanted, owner) =>
    computedPage(shelf.computing, snapshotRows, { sport, filter, wanted }, { owner, snapshot }),
  );
});
