import type { Sport } from "../../src/domain/sports.ts";
import { inventedNames } from "./invented-names.ts";
import { Random } from "./random.ts";
import { sampleSports } from "./sports/registry.ts";

const crews = new Map<string, readonly string[]>();

/** The lead officials of a sport. */
export function officialsOf(seed: number, sport: Sport): readonly string[] {
  const key = `${seed} ${sport}`;
  let crew = crews.get(key);
  if (crew === undefined) {
    crew = new Random(`${key} officials`).shuffled(inventedNames).slice(0, sampleSports[sport].officials);
    crews.set(key, crew);
  }
  return crew;
}
