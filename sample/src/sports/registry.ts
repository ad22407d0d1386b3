/** The sports of the sample: a row for each folder. */
import type { Sport } from "../../../src/domain/sports.ts";
import { mlb } from "./mlb/mlb.ts";
import { nba } from "./nba/nba.ts";
import { ncaaf } from "./ncaaf/ncaaf.ts";
import { nfl } from "./nfl/nfl.ts";
import { nhl } from "./nhl/nhl.ts";
import type { SampleSport } from "./sample-sport.ts";

export const sampleSports: Readonly<Record<Sport, SampleSport>> = { mlb, nfl, ncaaf, nba, nhl };
