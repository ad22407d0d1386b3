/** The table of jobs. In a lane, what stands first is done first: a publish comes after the finals that it publishes. */
import { calendarJob } from "./calendar.ts";
import { capturesJob } from "./captures.ts";
import { eventCapturesJob } from "./event-captures.ts";
import { finalsJob } from "./finals.ts";
import type { Job, Workplace } from "./job.ts";
import { publishJob } from "./publish-night.ts";
import { recheckJob } from "./recheck.ts";

export function jobsOf(workplace: Workplace): readonly Job[] {
  const { oddsClient, sports } = workplace;
  return [
    calendarJob(workplace),
    recheckJob(workplace),
    finalsJob(workplace),
    publishJob(workplace),
    ...(oddsClient === null ? [] : sports.map((sport) => capturesJob(workplace, oddsClient, sport))),
    ...(oddsClient === null ? [] : sports.map((sport) => eventCapturesJob(workplace, oddsClient, sport))),
  ];
}
