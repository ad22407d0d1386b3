/** Asks for odds and takes them. */
import type { Sport } from "../../domain/sports.ts";
import type { Ask, ProviderAnswer } from "../asking/ask.ts";
import { type OddsClient, receivedFor } from "../clients/client.ts";
import type { RunContext, Workplace } from "./job.ts";
import type { RunReport } from "./run-report.ts";
import { takeRound } from "./take-answers.ts";

type Asking = {
  readonly job: string;
  readonly sport: Sport;
  readonly ask: Ask;
  readonly report: RunReport;
  /** Whether the answer should have something, by the games that are known; null: it is of one event, which may lack all. */
  readonly isExpected: boolean | null;
};

export async function askOdds(
  workplace: Workplace,
  oddsClient: OddsClient,
  { job, sport, ask, report, isExpected }: Asking,
  context: RunContext,
): Promise<ProviderAnswer> {
  const given = await workplace.asker.ask(ask, context.signal);
  if (given.kind === "failed" && given.reason === "aborted") return given;
  // An event that the odds list no more has no lines, which is no failure.
  if (isExpected === null && given.kind === "failed" && given.status === 404) return given;
  const answer = report.noteAnswer(ask, given);
  if (answer !== null) {
    const received = [receivedFor(ask, answer)];
    const read = () => received.flatMap((each) => [...oddsClient.read(sport, each)]);
    await takeRound(workplace, { job, provider: ask.provider, sport, received, read, isExpected }, report, context);
  }
  return given;
}
