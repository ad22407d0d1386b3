import { trends as declared, trendColumns } from "../../contract/lists/trends.ts";
import { looksBack } from "../../query/bets/filter.ts";
import { namedFilter } from "../../query/bets/filter-asked.ts";
import { trendsPage } from "../../query/trends/page.ts";
import { judgementOf, setAsked, tooManyBets } from "../../query/trends/question.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { answering } from "../endpoint.ts";
import { answerRows, type RowSource } from "../rows.ts";

export const trendsRoute = answering(declared, (asked, context) => {
  const { snapshot, shelf } = context;
  const set = setAsked(asked);
  const { groupBy, split } = set.division;
  const judgement = judgementOf(asked, set.filter);
  const { tries, triesSince } = judgement;
  const source: RowSource = {
    name: "trends",
    columns: trendColumns,
    meta: { group_by: groupBy, tries, split: asked.split, tries_since: split === null ? null : triesSince },
  };
  const divided = split === null ? {} : { split, triesSince };
  const named = { ...namedFilter(set.filter), groupBy, tries, ...divided };
  const reach = { ...asked, looksBack: looksBack(set.filter) };
  return answerRows(context, source, reach, named, async (wanted, owner) => {
    const groups = await shelf.computing.ask(sumsOfSet, set, { owner, snapshot });
    if (groups === null) throw tooManyBets();
    return trendsPage(groups, judgement, wanted);
  });
});
