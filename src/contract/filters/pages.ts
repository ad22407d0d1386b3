/** The parameters of lists that have pages [D-21], and of the form that a list comes in [D-29]. They come last. */
import { Type } from "typebox";
import { choiceOf, optional, type Parameter, wholeNumber, withDefault } from "../parameter.ts";

const largestPage = 1000;

const limit: Parameter<number> = withDefault(
  wholeNumber({ meaning: `rows in a page, 1 to ${largestPage}`, least: 1, most: largestPage, example: 100 }),
  100,
);

export const exampleCursor = "q83vEjRWeJABASNFZ4mrze9CeZEV7oAAAAAATkZMLTIwMjUwOTA0LURBTC1QSEk";

/** A cursor is opened together with the filters that it belongs to, by those who make the page. */
const cursor: Parameter<string | null> = optional(
  {
    meaning: "next_cursor of the page before, with the same filters",
    schema: Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 200 }),
    example: exampleCursor,
  },
  (text) => text,
);

/** Null when the parameter is absent, so that Accept decides. */
const format = choiceOf({
  meaning: "json or csv; goes before the Accept header",
  values: ["json", "csv"],
  example: "json",
});

export const paging = { limit, cursor, format };
