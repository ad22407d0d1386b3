import { coverageColumns, coverage as declared } from "../../contract/lists/coverage.ts";
import { sports } from "../../domain/sports.ts";
import { coveragePage } from "../../query/questions/coverage.ts";
import { computedPage } from "../../query/questions/row-pages.ts";
import { wholeSport } from "../../query/reach.ts";
import { answering } from "../endpoint.ts";
import { answerRowsOf, type RowSource } from "../rows.ts";

const source: RowSource = { name: "coverage", columns: coverageColumns };

export const coverageRoute = answering(declared, (asked, context) => {
  const { sport, season } = asked;
  const { snapshot, shelf } = context;
  const reaches = (sport === null ? sports : [sport]).map((each) => ({ ...wholeSport(each), season }));
  return answerRowsOf(context, source, reaches, asked, { sport, season }, (wanted, owner) =>
    computedPage(shelf.computing, coveragePage, { sport, season, wanted }, { owner, snapshot }),
  );
});
