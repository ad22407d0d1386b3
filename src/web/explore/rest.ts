/**
 * The rest of the team that is bet on, as bettors say it: a bye, a back-to-back. In the API it is two bounds in days, and a page
 * of the explorer may be asked for by the word, `rest=bye`.
 */
import { bySport, type Sport, sportFacts } from "../../domain/sports.ts";

type RestWord = {
  readonly word: string;
  readonly label: string;
  readonly name: "rest_min" | "rest_max";
  readonly days: string;
};

const wordTable = {
  bye: { word: "bye", label: "off a bye", name: "rest_min", days: "13" },
  short_week: { word: "short_week", label: "on a short week", name: "rest_max", days: "5" },
  back_to_back: { word: "back_to_back", label: "on a back-to-back", name: "rest_max", days: "1" },
} as const satisfies Readonly<Record<string, RestWord>>;

/** The words of each sport. In baseball teams play nearly every day, and rest is counted in days alone. */
export const restWords: Readonly<Record<Sport, readonly RestWord[]>> = bySport((sport) =>
  sportFacts[sport].restWords.map((word) => wordTable[word]),
);

/** The word for two bounds; null: there is none, and they are said in days. */
export function restWordOf(sport: Sport, min: string, max: string): RestWord | null {
  return (
    restWords[sport].find(({ name, days }) =>
      name === "rest_min" ? min === days && max === "" : max === days && min === "",
    ) ?? null
  );
}
