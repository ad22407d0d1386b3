/** The questions that the pages for operators ask the archive. The server hands the answers in. */
import type { NotedDeed } from "../../audit/deeds.ts";
import type { Alarm } from "../../operate/alarms.ts";
import type { DisputedGame } from "../../operate/decisions.ts";
import type { readNights } from "../../operate/status/status.ts";

export type Nights = Awaited<ReturnType<typeof readNights>>;

/** Each question rejects with an outage of the database when it cannot be asked, or does not answer in time. */
export type OperatorQuestions = {
  nights(): Promise<Nights>;
  /** Those that are on. */
  alarms(): Promise<readonly Alarm[]>;
  disputes(): Promise<readonly DisputedGame[]>;
  /** The newest deeds about games and what is published. */
  deeds(limit: number): Promise<readonly NotedDeed[]>;
};

export type OperatorPages = {
  /** Addresses in the form in which people are known. */
  readonly emails: readonly string[];
  readonly questions: OperatorQuestions;
};
