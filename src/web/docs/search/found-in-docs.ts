/** Searches the docs in the thread that computes: each word of a query costs a walk through the index. */
import type { Computation } from "../../../query/computing/computing.ts";
import type { SearchAsked } from "./search.ts";

/** The article of the page of results. */
export const foundInDocs: Computation<SearchAsked, string> = {
  name: "search of the docs",
  async compute(_snapshot, asked) {
    const { resultsArticle } = await import("./search.ts");
    return resultsArticle(asked).text;
  },
};
