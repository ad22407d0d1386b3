/** Puts rows of the path of a game's lines together of prepared texts. */

import { minuteMs } from "../../domain/durations.ts";
import { doubtOf, noSeenTime, type PackedPath } from "../../release/packed-path.ts";
import type { Format } from "../../release/view/formats.ts";
import { isoTime } from "../row-texts/iso-time.ts";
import type { TextTable } from "../row-texts/text-table.ts";
import { endFlags, type LineTexts, lineTextsOf } from "./texts.ts";

/** The texts of a moment at which lines were seen. A game has far fewer moments than rows, and each row has two. */
type Moment = {
  readonly first: string;
  readonly last: string;
  readonly minutes: string;
  /** The minutes and the end of the row, where nothing is doubted. */
  readonly minutesAlone: string;
};

export class LineWriter {
  readonly #path: PackedPath;
  readonly #texts: LineTexts;
  /** By their places in the times of the path. */
  readonly #moments: (Moment | undefined)[] = [];
  readonly #noMoment: Moment;

  constructor(path: PackedPath, format: Format) {
    const texts = lineTextsOf[format];
    this.#path = path;
    this.#texts = texts;
    this.#noMoment = {
      first: texts.first.none,
      last: texts.last.none,
      minutes: texts.noMinutes,
      minutesAlone: texts.noMinutesAlone,
    };
  }

  /** @param key of the series that the run is of. */
  row(key: number, run: number): string {
    const { seenAt, captures, quarters, prices, flags } = this.#path;
    const texts = this.#texts;
    const { place, first, second } = texts.series(key);
    const last = this.#momentAt(seenAt[2 * run + 1] as number);
    const ownFlags = flags[run] as number;
    const doubt = doubtOf(ownFlags);
    return (
      place +
      this.#momentAt(seenAt[2 * run] as number).first +
      last.last +
      texts.captures.of(captures[run] as number) +
      texts.line(quarters[run] as number) +
      first.of(prices[2 * run] as number) +
      (second[ownFlags & endFlags] as TextTable).of(prices[2 * run + 1] as number) +
      (doubt === 0 ? last.minutesAlone : last.minutes + texts.doubt.of(doubt))
    );
  }

  #momentAt(place: number): Moment {
    if (place === noSeenTime) return this.#noMoment;
    const known = this.#moments[place];
    if (known !== undefined) return known;
    const { start, times } = this.#path;
    const timeMs = times[place] as number;
    const iso = isoTime(timeMs);
    const tenths = tenthsOfMinutes((start[0] as number) - timeMs);
    const texts = this.#texts;
    const moment = {
      first: texts.first.at(iso),
      last: texts.last.at(iso),
      minutes: texts.minutes.of(tenths),
      minutesAlone: texts.minutesAlone.of(tenths),
    };
    this.#moments[place] = moment;
    return moment;
  }
}

/** Rounded half away from zero: captures are before the start, so the time is positive. */
function tenthsOfMinutes(durationMs: number): number {
  return Math.round((10 * durationMs) / minuteMs);
}
