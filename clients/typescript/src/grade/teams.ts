/** Which teams a name may mean. A name of several teams is all of them, until a game decides. */
import { known, type Sport, sports } from "./known.ts";
import { nameKey, type Token } from "./tokens.ts";

type Team = {
  readonly sport: Sport;
  readonly abbreviation: string;
  readonly name: string;
  readonly city: string | null;
  readonly school: string | null;
  readonly mascot: string | null;
  /** Former abbreviations, nicknames and spellings of others. */
  readonly spellings: readonly string[];
};

/** Every team that this client knows. */
function knownTeams(): Team[] {
  return sports.flatMap((sport) =>
    known.teams[sport].map(([abbreviation, name, city, school, mascot, spellings]) => ({
      ...{ sport, abbreviation, name, city, school, mascot, spellings },
    })),
  );
}

/** How sure a name is of its team: a place or an abbreviation, a mascot, or both. */
type Strength = 0 | 1 | 2;

export type Mention = {
  /** As the text has it. */
  readonly text: string;
  /** Such as `nfl DAL`. */
  readonly teams: ReadonlySet<string>;
  readonly strength: Strength;
  /** Whether people call several teams of a league so. */
  readonly isVague: boolean;
};

export function teamKey(sport: Sport, abbreviation: string): string {
  return `${sport} ${abbreviation}`;
}

const mostWords = 8;

export class TeamWords {
  readonly #names = new Map<string, Map<string, Strength>>();
  readonly #known = new Set<string>();

  constructor(teams: Iterable<Team> = knownTeams()) {
    for (const team of teams) this.add(team);
  }

  /** Adds a team unless it is known. */
  add(team: Team): void {
    const key = teamKey(team.sport, team.abbreviation);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    for (const [name, strength] of namesOf(team)) this.#name(nameKey(name), key, strength);
  }

  #name(words: string, key: string, strength: Strength): void {
    if (words === "") return;
    const own = this.#names.get(words) ?? new Map<string, Strength>();
    own.set(key, Math.max(own.get(key) ?? 0, strength) as Strength);
    this.#names.set(words, own);
  }

  /** The longest name that begins at a token, and how many tokens it has. */
  at(tokens: readonly Token[], from: number, sports: readonly Sport[]): { mention: Mention; length: number } | null {
    let end = from;
    while (end < tokens.length && end - from < mostWords && isOfName(tokens[end])) end++;
    for (; end > from; end--) {
      const text = tokens
        .slice(from, end)
        .map((token) => token.text)
        .join(" ");
      const isMeant = (key: string) => sports.some((sport) => key.startsWith(`${sport} `));
      const found = [...(this.#names.get(text) ?? [])].filter(([key]) => isMeant(key));
      const vague = (known.vague[text] ?? []).filter(isMeant);
      if (found.length + vague.length === 0) continue;
      const strength = vague.length > 0 ? 0 : (Math.min(...found.map(([, each]) => each)) as Strength);
      const teams = new Set([...found.map(([key]) => key), ...vague]);
      return { mention: { text, teams, strength, isVague: teams.size > 1 && vague.length > 0 }, length: end - from };
    }
    return null;
  }
}

function isOfName(token: Token | undefined): boolean {
  return token?.kind === "word" || token?.kind === "number";
}

function* namesOf(team: Team): Generator<readonly [string, Strength]> {
  for (const [name, strength] of plainNamesOf(team)) {
    yield [name, strength];
    if (/\bstate\b/i.test(name)) yield [name.replace(/\bstate\b/gi, "St"), strength];
    if (/\bst\b\.?/i.test(name)) yield [name.replace(/\bst\b\.?/gi, "Saint"), strength];
  }
}

function* plainNamesOf({
  abbreviation,
  name,
  city,
  school,
  mascot,
  spellings,
}: Team): Generator<readonly [string, Strength]> {
  yield [name, 2];
  yield [abbreviation, 0];
  const place = mascot !== null && name.endsWith(` ${mascot}`) ? name.slice(0, -mascot.length - 1) : null;
  const places = new Set([school, city, place].filter((each) => each !== null));
  const short = [...places].flatMap((each) => known.cities[nameKey(each)] ?? []);
  const mascots = mascot === null ? [] : [mascot, ...(known.mascots[nameKey(mascot)] ?? [])];
  for (const each of [...places, ...short]) yield [each, 0];
  for (const each of mascots) {
    yield [each, 1];
    yield [`${abbreviation} ${each}`, 2];
    for (const before of [...places, ...short]) yield [`${before} ${each}`, 2];
  }
  for (const each of spellings) {
    const isShort = school !== null || /^[A-Z]{2,4}$/.test(each);
    yield [each, isShort ? 0 : 1];
    if (school !== null) for (const after of mascots) yield [`${each} ${after}`, 2];
  }
}
