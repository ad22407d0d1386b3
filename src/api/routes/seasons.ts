import { seasons as declared } from "../../contract/lists/reference.ts";
import { wholeList } from "../../query/reach.ts";
import { listBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { listFreshness } from "../freshness.ts";

export const seasonsRoute = answering(declared, (asked, context) => {
  const list = wholeList(context.snapshot.sports[asked.sport].seasonList);
  return { freshness: listFreshness(context, list), make: () => listBody([list.text], list.count, null) };
});
