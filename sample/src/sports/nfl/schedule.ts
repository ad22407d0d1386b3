/**
 * NFL: 272 games in 18 weeks. Weeks 1-4 and 15-17 are the games across divisions, which bind the whole league. Weeks
 * 5-14 are played inside pairs of divisions, so that each pair can have its byes when it likes; week 18 is divisional.
 */
import { teamsOf } from "../../../../src/domain/teams/registry.ts";
import { dayOf, onOrAfter, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { Pair } from "../../schedules/pairing.ts";
import { isOver } from "../../schedules/ranking.ts";
import type { SeasonContext } from "../../season-context.ts";
import { nflPostseason } from "./postseason.ts";
import { nflFixture, nflSlots } from "./slots.ts";

export function nflSeason(context: SeasonContext): readonly Fixture[] {
  // The season opens on the Thursday after Labor Day, the first Monday of September.
  const opening = onOrAfter(dayOf(`${context.season}-09-01`), weekdays.monday) + 3;
  const regular = regularWeeks(context).flatMap((pairs, index) => {
    const week = index + 1;
    const thursday = opening + 7 * index;
    return nflSlots(context, week, thursday, pairs).map((slot) => nflFixture(context, slot, week, "regular"));
  });
  if (!isOver(context, regular)) return regular;
  return [...regular, ...nflPostseason(context, opening + 7 * 18 + 2, regular)];
}

type Division = readonly string[];

/** Three rounds in which four teams meet each other once. */
const divisionRounds = [
  [0, 1, 2, 3],
  [2, 0, 3, 1],
  [0, 3, 1, 2],
] as const;

function regularWeeks(context: SeasonContext): readonly (readonly Pair[])[] {
  const random = context.random("weeks");
  const { season } = context;
  const divisionsOf = (conference: string): Division[] =>
    [
      ...Map.groupBy(
        teamsOf("nfl").filter((team) => team.conference === conference),
        (team) => team.division,
      ).values(),
    ].map((teams) => random.shuffled(teams.map((team) => team.abbreviation)));
  // Which division plays which rotates with the years.
  const afc = rotated(divisionsOf("AFC"), season % 3);
  const nfc = rotated(divisionsOf("NFC"), (season + 1) % 3);
  const between = random.shuffled([...crossConference(afc, nfc, season), ...samePlaces(afc, nfc, season)]);
  const weeks: Pair[][] = Array.from({ length: 18 }, () => []);
  for (const [index, pairs] of between.entries()) weeks[index < 4 ? index : index + 10]?.push(...pairs);

  // Weeks of the byes, by pair of divisions; each takes two weeks in a row.
  const byeStarts = random.shuffled([5, 7, 9, 11, 13]);
  const blocks = [afc.slice(0, 2), afc.slice(2), nfc.slice(0, 2), nfc.slice(2)];
  for (const [index, block] of blocks.entries()) {
    const [first, second] = block as [Division, Division];
    const { last, rounds, split } = blockRounds(first, second, random);
    weeks[17]?.push(...last);
    const byeStart = byeStarts[index] as number;
    let round = 0;
    for (let week = 5; week <= 14; week++) {
      if (week === byeStart) weeks[week - 1]?.push(...split[1]);
      else if (week === byeStart + 1) weeks[week - 1]?.push(...split[0]);
      else weeks[week - 1]?.push(...(rounds[round++] as readonly Pair[]));
    }
  }
  return weeks;
}

/** The ten rounds of two divisions: six inside each, four between them. */
function blockRounds(first: Division, second: Division, random: ReturnType<SeasonContext["random"]>) {
  const inside = (division: Division, isReturn: boolean): Pair[][] =>
    divisionRounds.map(([a, b, c, d]) =>
      [
        [a, b],
        [c, d],
      ].map(([x, y]) => {
        const home = division[(isReturn ? y : x) as number] as string;
        return { home, away: division[(isReturn ? x : y) as number] as string };
      }),
    );
  const outward = [inside(first, false), inside(second, false)] as const;
  const back = [inside(first, true), inside(second, true)] as const;
  const both = (rounds: readonly [Pair[][], Pair[][]], at: number): Pair[] => [
    ...(rounds[0][at] as Pair[]),
    ...(rounds[1][at] as Pair[]),
  ];
  const across = [0, 1, 2, 3].map((shift) => acrossRound(first, second, shift));
  return {
    last: both(back, 0),
    // In the two weeks of the byes one division plays this round while the other rests.
    split: [outward[0][0] as Pair[], outward[1][0] as Pair[]] as const,
    rounds: random.shuffled([both(outward, 1), both(outward, 2), both(back, 1), both(back, 2), ...across]),
  };
}

/** Everybody of one division against somebody of another; two at home each. */
function acrossRound(first: Division, second: Division, shift: number): Pair[] {
  return first.map((team, at) => {
    const opponent = second[(at + shift) % 4] as string;
    return (at + shift) % 2 === (at < 2 ? 0 : 1) ? { home: team, away: opponent } : { home: opponent, away: team };
  });
}

function crossConference(afc: readonly Division[], nfc: readonly Division[], season: number): Pair[][] {
  return [0, 1, 2, 3].map((shift) =>
    afc.flatMap((division, at) => acrossRound(division, nfc[(at + season) % 4] as Division, shift)),
  );
}

/** Two rounds inside the conference, and the seventeenth game, at home for one conference a year. */
function samePlaces(afc: readonly Division[], nfc: readonly Division[], season: number): Pair[][] {
  const meet = (hosts: Division, guests: Division): Pair[] =>
    hosts.map((home, at) => ({ home, away: guests[at] as string }));
  const conference = ([a, b, c, d]: readonly Division[]) =>
    [
      [...meet(a as Division, c as Division), ...meet(b as Division, d as Division)],
      [...meet(d as Division, a as Division), ...meet(c as Division, b as Division)],
    ] as const;
  const [afcFirst, afcSecond] = conference(afc);
  const [nfcFirst, nfcSecond] = conference(nfc);
  const seventeenth = afc.flatMap((division, at) => {
    const opponents = nfc[(at + season + 1) % 4] as Division;
    return season % 2 === 1 ? meet(division, opponents) : meet(opponents, division);
  });
  return [[...afcFirst, ...nfcFirst], [...afcSecond, ...nfcSecond], seventeenth];
}

function rotated(divisions: readonly Division[], by: number): readonly Division[] {
  const [first, ...others] = divisions as [Division, ...Division[]];
  return [first, ...others.map((_, at) => others[(at + by) % 3] as Division)];
}
