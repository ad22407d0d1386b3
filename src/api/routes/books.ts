import { books as declared } from "../../contract/lists/books.ts";
import { sports } from "../../domain/sports.ts";
import { renderList } from "../../query/lists.ts";
import { bookRows } from "../../query/questions/books.ts";
import { refuseDamaged, wholeSport } from "../../query/reach.ts";
import { listBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { pageFreshness } from "../freshness.ts";

export const booksRoute = answering(declared, (_asked, context) => {
  const { snapshot, shelf } = context;
  const reaches = sports.map(wholeSport);
  for (const reach of reaches) {
    refuseDamaged(snapshot, reach);
  }
  return {
    freshness: pageFreshness(context, reaches, "books", "json"),
    async make(owner) {
      const rows = await shelf.computing.ask(bookRows, null, { owner, snapshot });
      const { text, count } = renderList(rows.map((row) => JSON.stringify(row)));
      return listBody([text], count, null, context.revisionMeta);
    },
  };
});
