/** The sports of the sample: a row for each file. */
import type { Sport } from "../../src/domain/sports.ts";
import type { SampleSport } from "./sport.ts";
import { mlb } from "./sports/mlb.ts";
import { nba } from "./sports/nba.ts";
import { ncaaf } from "./sports/ncaaf.ts";
import { nfl } from "./sports/nfl.ts";
import { nhl } from "./sports/nhl.ts";

export const sampleSports: Readonly<Record<Sport, SampleSport>> = { mlb, nfl, ncaaf, nba, nhl };
