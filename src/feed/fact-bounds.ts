/** Validates team, venue and season records against the bounds that hold for each of them. */

import { farthestAheadMs } from "../domain/bounds-in-time.ts";
import { seasonOf } from "../domain/seasons.ts";
import { problem, type RecordProblem, textProblem } from "./problem.ts";
import type { SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import { isHttpsUrl } from "./texts.ts";

export function factBoundsProblem(
  record: TeamRecord | VenueRecord | SeasonRecord,
  nowMs: number,
): RecordProblem | null {
  switch (record.type) {
    case "team":
      return teamProblem(record);
    case "venue":
      return venueProblem(record);
    case "season":
      return seasonProblem(record, nowMs);
  }
}

function teamProblem({ provider, city, conference, division, logo_url: logoUrl }: TeamRecord): RecordProblem | null {
  const wrong = textProblem([
    ["provider", provider, "provider"],
    ["city", city, "name"],
    ["conference", conference, "name"],
    ["division", division, "name"],
    ["logo_url", logoUrl, "url"],
  ]);
  if (wrong !== null) return wrong;
  if (logoUrl === null || isHttpsUrl(logoUrl)) return null;
  return problem("text", `${JSON.stringify(logoUrl)} is not a URL of https`, "logo_url");
}

function venueProblem({ provider, venue_id: venueId, name, city }: VenueRecord): RecordProblem | null {
  return textProblem([
    ["provider", provider, "provider"],
    ["venue_id", venueId, "id"],
    ["name", name, "name"],
    ["city", city, "name"],
  ]);
}

function seasonProblem(record: SeasonRecord, nowMs: number): RecordProblem | null {
  const { provider, season, undecided_until: until } = record;
  // Some sports number a season by the year in which it ends.
  if (Date.UTC(season - 1, 0, 1) > nowMs + farthestAheadMs) {
    return problem("in-the-future", `season ${season} is further ahead than any schedule`, "season");
  }
  if (until !== undefined && seasonOf(record.sport, until) !== season) {
    return problem("malformed", `${until} is not in ${record.sport} ${season}`, "undecided_until");
  }
  if (until !== undefined && record.complete) {
    return problem("malformed", "a season that is complete has no game to come", "undecided_until");
  }
  return textProblem([["provider", provider, "provider"]]);
}
