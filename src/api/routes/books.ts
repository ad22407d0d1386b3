import { books as declared } from "../../contract/endpoints/books.ts";
import { sports } from "../../domain/sports.ts";
import { bookList } from "../../query/book-list.ts";
import { refuseDamaged, refuseWithoutLines, wholeSport } from "../../query/reach.ts";
import { listBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { listFreshness } from "../freshness.ts";

export const books = answering(declared, async (_asked, { snapshot }) => {
  for (const reach of sports.map(wholeSport)) {
    refuseDamaged(snapshot, reach);
    refuseWithoutLines(snapshot, reach);
  }
  const list = await bookList(snapshot);
  return { freshness: listFreshness(snapshot, list), make: () => listBody([list.text], list.count, null) };
});
