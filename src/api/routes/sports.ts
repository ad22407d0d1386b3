import { listBody } from "../answer.ts";
import { endpoint } from "../endpoint.ts";
import { listFreshness } from "../freshness.ts";
import { wholeList } from "../reach.ts";

export const sports = endpoint({}, (_asked, { snapshot }) => {
  const list = wholeList(snapshot.sportList);
  return { freshness: listFreshness(snapshot, list), make: () => listBody([list.text], list.count, null) };
});
