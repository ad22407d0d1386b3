/** Invented officials: no real person is meant. */
import type { Sport } from "../../src/domain/sports.ts";
import { Random } from "./random.ts";
import { sampleSports } from "./sports/registry.ts";

const firstNames =
  "Aldous Bram Calder Dorian Edric Fenton Gideon Harlan Ivor Jarvis Kester Lyle Merrick Nolan Orson Percy Quill Ronan Silas Thane Ulric Varden Wendell Xavier Yorick Zeke Adela Brona Celia Della Elspeth Freya".split(
    " ",
  );
const lastNames =
  "Ashgrove Birchwell Copperfield Dunmarsh Elderby Fairholt Grimshaw Hollowell Inglethorpe Jessamy Kettlewood Larkspur Mapleton Northcote Oakhurst Pembrook Quickfall Ravensby Stillwater Thistlewood Umberly Vexford Whitlock Yarrowby Zellwood Brackenridge Coldwater Deepdale Evenstar Foxglove".split(
    " ",
  );

const crews = new Map<string, readonly string[]>();

/** The lead officials of a sport. */
export function officialsOf(seed: number, sport: Sport): readonly string[] {
  const key = `${seed} ${sport}`;
  let crew = crews.get(key);
  if (crew === undefined) {
    const names = firstNames.flatMap((first) => lastNames.map((last) => `${first} ${last}`));
    crew = new Random(`${key} officials`).shuffled(names).slice(0, sampleSports[sport].officials);
    crews.set(key, crew);
  }
  return crew;
}
