/** The facts of a game beside its score and lines, as its records state them: venue and starters. And the rows of teams. */
import { crc32 } from "node:zlib";
import type { Venue } from "../../contract/lists/games.ts";
import type { TeamRow } from "../../contract/lists/reference.ts";
import type { ProviderName } from "../../domain/providers.ts";
import type { Sport } from "../../domain/sports.ts";
import { teamsOf } from "../../domain/teams/registry.ts";
import {
  type GameStarters,
  type OutsideIds,
  type OutsideProvider,
  outsideProviders,
  type Starter,
} from "../../domain/teams/team.ts";
import { isHomeOf, stadiumKey, stadiumName } from "../../domain/venues/stadiums.ts";
import type { GameRecord, TeamRecord, VenueRecord } from "../../feed/records.ts";
import type { LedgerEvent } from "../../ledger/events.ts";
import { byTrust, compareTexts } from "../../ledger/records.ts";
import type { LedgerGame } from "../match/assemble.ts";

type Stated = NonNullable<GameRecord["venue"]> & { readonly key: string };

/** The venue records of all providers. */
export class VenueFacts {
  readonly #facts: ReadonlyMap<string, VenueRecord>;

  constructor(records: readonly VenueRecord[]) {
    this.#facts = new Map(records.map((venue) => [factsKey(venue.provider, venue.venue_id), venue]));
  }

  /**
   * The venue of a game, by the first record that states one; null when none does. Other records of the game fill what
   * that one does not know, if they mean the same stadium.
   */
  ofGame(records: readonly GameRecord[]): Venue | null {
    const stated = records.map((record) => this.#statedBy(record)).filter((venue) => venue !== null);
    const [first] = stated;
    if (first === undefined) return null;
    const same = stated.filter(({ key }) => key === first.key);
    const known = <Field extends "name" | "city" | "indoor">(field: Field) =>
      same.map((venue) => venue[field]).find((value) => value !== null) ?? null;
    const name = known("name");
    return {
      // A number that is made from a text is the same on every installation, in any order of imports.
      venue_id: crc32(first.key) >>> 1,
      // A provider goes on with a name for years after it has changed.
      name: name === null ? null : (stadiumName(first.key, (records[0] as GameRecord).season) ?? name),
      city: known("city"),
      indoor: known("indoor"),
    };
  }

  /**
   * The records of a game, without venue and weather where these cannot be: no regular game at a neutral site is in the home club's
   * own stadium, so a record that says both has filled in the usual place. A final of a postseason may be played at home by chance.
   * Of the returned, `leftOut` has a sentence for each record of which the venue is not believed.
   */
  possible(records: readonly GameRecord[]) {
    const [first] = records;
    const isAway = first?.season_type === "regular" && firstKnown(records, "neutral_site") === true;
    const leftOut: string[] = [];
    if (!isAway) return { records, leftOut };
    const possible = records.map((record) => {
      const stated = this.#statedBy(record);
      if (stated === null || !isHomeOf(stated.key, record.sport, record.home)) return record;
      const place = stated.name ?? stated.venue_id;
      leftOut.push(
        `${record.provider} says ${place}, the own stadium of ${record.home}, of a game at a neutral site: venue, indoor and weather are not believed`,
      );
      return { ...record, venue: null, weather: null };
    });
    return { records: possible, leftOut };
  }

  /** The name that a record states, or the provider's id where nobody states one; null when it states no venue. */
  nameOf(record: GameRecord): string | null {
    const stated = this.#statedBy(record);
    return stated === null ? null : (stated.name ?? stated.venue_id);
  }

  #statedBy({ sport, provider, venue }: GameRecord): Stated | null {
    if (venue === null) return null;
    const facts = this.#facts.get(factsKey(provider, venue.venue_id));
    const name = venue.name ?? facts?.name ?? null;
    return {
      venue_id: venue.venue_id,
      name,
      city: venue.city ?? facts?.city ?? null,
      indoor: venue.indoor ?? facts?.indoor ?? null,
      key: stadiumKey({ sport, provider, venueId: venue.venue_id, name }),
    };
  }
}

function factsKey(provider: string, venueId: string): string {
  return `${provider}:${venueId}`;
}

/** The value of a field in the first record that states one; null when no record of the game does. */
export function firstKnown<Field extends keyof GameRecord>(
  records: readonly GameRecord[],
  field: Field,
): GameRecord[Field] | null {
  return firstStating(records, field)?.[field] ?? null;
}

/** The record that a field is taken from: the first one that states it, or undefined. */
export function firstStating(records: readonly GameRecord[], field: keyof GameRecord): GameRecord | undefined {
  return records.find((record) => record[field] !== null);
}

/**
 * Finds the starter of each side: as the first record says that names one, with its id and its hand. Of two providers nothing is put
 * together, since a person has another id at each.
 * @param records of one game, the one that is believed first first.
 */
export function startersOf(records: readonly GameRecord[]): GameStarters {
  const first = (side: keyof GameStarters): Starter | null => {
    return records.map(({ starters }) => starters?.[side] ?? null).find((starter) => starter !== null) ?? null;
  };
  return { home: first("home"), away: first("away") };
}

// Team rows: the registry, with the facts that the feed knows better than a release.

export function buildTeams(sport: Sport, facts: readonly TeamRecord[]): TeamRow[] {
  return teamsOf(sport).map((team) => {
    const ofTeam = facts.filter((fact) => fact.sport === sport && fact.abbreviation === team.abbreviation);
    const stated = (field: "city" | "conference" | "division" | "logo_url"): string | null =>
      ofTeam.map((fact) => fact[field]).find((value) => value !== null) ?? null;
    return {
      team_id: team.teamId as number,
      abbreviation: team.abbreviation,
      name: team.name,
      city: stated("city") ?? team.city,
      school: team.school,
      mascot: team.mascot,
      conference: stated("conference") ?? team.conference,
      division: stated("division") ?? team.division,
      logo_url: stated("logo_url") ?? team.logoUrl,
    };
  });
}

// The ids that other sources have for a game. Pure, and independent of the order in which anything was imported.

/** The provider whose own records bear the id. */
const providerOf: Readonly<Record<OutsideProvider, ProviderName>> = {
  nflverse: "nflverse",
  espn: "espn",
  mlb: "mlb-statsapi",
  nhl: "nhl-api",
  cfbd: "cfbd",
  retrosheet: "retrosheet",
};

const oddsProvider = "the-odds-api" satisfies ProviderName;

type Source = Pick<LedgerGame<LedgerEvent>, "records" | "events">;

/**
 * Chooses the id of a game at each provider: the one that the provider states itself counts before one that another states for it. Of several records, the
 * one that is believed first counts.
 */
export function outsideIds({ records, events }: Source): OutsideIds {
  const inOrder = records.toSorted((a, b) => byTrust(a, b) || compareTexts(a.game_id, b.game_id));
  const ids = outsideProviders.map((outside) => [outside, ownId(inOrder, outside) ?? statedId(inOrder, outside)]);
  const ofEvents = events.filter(({ provider }) => provider === oddsProvider).map(({ eventId }) => eventId);
  const stated = inOrder.flatMap(({ other_ids: others }) => others?.the_odds_api ?? []);
  return {
    ...(Object.fromEntries(ids) as Record<OutsideProvider, string | null>),
    the_odds_api: [...new Set([...ofEvents, ...stated])].sort(compareTexts),
  };
}

function ownId(records: readonly GameRecord[], outside: OutsideProvider): string | null {
  return records.find(({ provider }) => provider === providerOf[outside])?.game_id ?? null;
}

function statedId(records: readonly GameRecord[], outside: OutsideProvider): string | null {
  return records.map(({ other_ids: others }) => others?.[outside] ?? null).find((id) => id !== null) ?? null;
}
