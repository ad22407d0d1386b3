import { sports } from "../../domain/sports.ts";
import { coverageOf } from "../../shelf/coverage.ts";
import { coverageColumns, coveragePage } from "../../shelf/coverage-page.ts";
import { endpoint } from "../endpoint.ts";
import * as take from "../parameters.ts";
import { refuseWithoutLines, seasonsOf, wholeSport } from "../reach.ts";
import { answerRowsOf, type RowSource } from "../rows.ts";

const parameters = {
  sport: take.anySport,
  season: take.season,
  limit: take.limit,
  cursor: take.cursor,
  format: take.format,
};

const source: RowSource = { name: "coverage", columns: coverageColumns };

export const coverage = endpoint(parameters, async (asked, context) => {
  const { sport, season } = asked;
  const reaches = (sport === null ? sports : [sport]).map((each) => ({ ...wholeSport(each), season }));
  for (const reach of reaches) refuseWithoutLines(context.snapshot, reach);
  const counted = await coverageOf(reaches.flatMap((reach) => seasonsOf(context.snapshot, reach)));
  return answerRowsOf(context, source, reaches, asked, { sport, season }, (wanted) => coveragePage(counted, wanted));
});
