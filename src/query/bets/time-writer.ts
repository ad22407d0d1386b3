/** Times as ISO 8601 with milliseconds, as `Date.toISOString` writes them, in a fraction of its time. */

const dayMs = 86_400_000;

const minuteTexts = Array.from(
  { length: 1440 },
  (_, minute) => `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}:`,
);
const secondTexts = Array.from({ length: 60 }, (_, second) => pad(second, 2));

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** Writes times of which many are of the same days. */
export class TimeWriter {
  readonly #dayTexts = new Map<number, string>();

  /** @param timeMs whole epoch milliseconds. */
  write(timeMs: number): string {
    const day = Math.floor(timeMs / dayMs);
    const ofDay = timeMs - day * dayMs;
    const second = Math.floor(ofDay / 1000);
    const ms = ofDay - second * 1000;
    const end = ms === 0 ? ".000Z" : `.${pad(ms, 3)}Z`;
    return this.#dayText(day) + minuteTexts[Math.floor(second / 60)] + secondTexts[second % 60] + end;
  }

  #dayText(day: number): string {
    const known = this.#dayTexts.get(day);
    if (known !== undefined) return known;
    const text = new Date(day * dayMs).toISOString().slice(0, -"00:00:00.000Z".length);
    this.#dayTexts.set(day, text);
    return text;
  }
}
