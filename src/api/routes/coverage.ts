import { coverage as declared } from "../../contract/endpoints/coverage.ts";
import { coverageColumns } from "../../contract/rows/books.ts";
import { sports } from "../../domain/sports.ts";
import { coverageOf } from "../../query/coverage.ts";
import { coveragePage } from "../../query/coverage-page.ts";
import { refuseWithoutLines, seasonsOf, wholeSport } from "../../query/reach.ts";
import { answering } from "../endpoint.ts";
import { answerRowsOf, type RowSource } from "../rows.ts";

const source: RowSource = { name: "coverage", columns: coverageColumns };

export const coverage = answering(declared, async (asked, context) => {
  const { sport, season } = asked;
  const reaches = (sport === null ? sports : [sport]).map((each) => ({ ...wholeSport(each), season }));
  for (const reach of reaches) refuseWithoutLines(context.snapshot, reach);
  const counted = await coverageOf(reaches.flatMap((reach) => seasonsOf(context.snapshot, reach)));
  return answerRowsOf(context, source, reaches, asked, { sport, season }, (wanted) => coveragePage(counted, wanted));
});
