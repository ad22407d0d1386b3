import { sports } from "../../domain/sports.ts";
import { bookList } from "../../shelf/book-list.ts";
import { listBody } from "../answer.ts";
import { endpoint } from "../endpoint.ts";
import { listFreshness } from "../freshness.ts";
import { refuseDamaged, refuseWithoutLines, wholeSport } from "../reach.ts";

export const books = endpoint({}, async (_asked, { snapshot }) => {
  for (const reach of sports.map(wholeSport)) {
    refuseDamaged(snapshot, reach);
    refuseWithoutLines(snapshot, reach);
  }
  const list = await bookList(snapshot);
  return { freshness: listFreshness(snapshot, list), make: () => listBody([list.text], list.count, null) };
});
