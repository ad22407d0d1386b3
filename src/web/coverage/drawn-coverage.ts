/** Draws the map of coverage: a season has hundreds of thousands of lines to count, and a sport thousands of cells. */
import type { Computation } from "../../query/computing/computing.ts";
import { coverageOf } from "../../query/coverage.ts";
import { sportRows } from "../../query/questions/sports.ts";
import { seasonsOf, wholeSport } from "../../query/reach.ts";
import { getThisPanel } from "../get-this/panel.ts";
import type { Choice } from "./choice.ts";
import { coverageBody } from "./coverage-page.ts";

type Asked = {
  readonly choice: Choice;
  /** Where callers reach the API, without a slash at its end. */
  readonly apiUrl: string;
  /** Where people manage their keys. */
  readonly manageUrl: string;
};

/** The HTML inside the frame of the page. */
export const drawnCoverage: Computation<Asked, string> = {
  name: "map of coverage",
  compute(snapshot, { choice, apiUrl, manageUrl }) {
    const sports = sportRows(snapshot);
    const sport = sports.find((each) => each.sport === choice.sport);
    if (sport === undefined) throw new RangeError(`"${choice.sport}" is not listed`);
    const seasons = seasonsOf(snapshot, wholeSport(choice.sport));
    const rows = seasons.flatMap((season) => coverageOf(season).rows.map(({ row }) => row));
    const requests = Math.max(1, Math.ceil(rows.length / 1000));
    const panel = getThisPanel({
      apiUrl,
      path: "/v1/coverage",
      query: `sport=${choice.sport}`,
      cost: requests === 1 ? "1 request" : `${requests} requests`,
      manageUrl,
    });
    return coverageBody({ choice, sports, sport, rows }, panel).text;
  },
};
