/** Prices, lines and amounts as people write them. */
import { foldWords, known } from "./known.ts";

export type Price = {
  /** What a stake of one unit wins, at least 0.0001. */
  readonly pays: number;
  /** The implied probability, vig included. */
  readonly implied: number;
  /** American odds where the file has them. */
  readonly american: number | null;
};

/** Four decimals, halves away from zero, as every number of the API has. */
export function fourDecimals(value: number): number {
  const scaled = Math.abs(value) * 10_000;
  const rounded = Math.floor(scaled + 0.5 + scaled * 1e-15);
  return rounded === 0 ? 0 : (Math.sign(value) * rounded) / 10_000;
}

const mostAmerican = 1_000_000;

/** @param odds American odds: a whole number of at least 100 on either side of zero. */
export function americanPrice(odds: number): Price | null {
  if (!Number.isInteger(odds) || Math.abs(odds) < 100 || Math.abs(odds) > mostAmerican) return null;
  const american = odds === -100 ? 100 : odds;
  const pays = american > 0 ? american / 100 : fourDecimals(100 / -american);
  return { pays, implied: impliedOf(american), american };
}

export function impliedOf(american: number): number {
  return american > 0 ? 100 / (100 + american) : -american / (100 - american);
}

function decimalPrice(odds: number): Price | null {
  if (!(odds > 1 && odds <= 10_001)) return null;
  return { pays: odds - 1, implied: 1 / odds, american: null };
}

/** Minus signs, halves and spaces in one spelling. */
function plain(text: string): string {
  return text
    .replace(/[−–—]/g, "-")
    .replace(/½/g, ".5")
    .replace(/[\s\u00a0']/g, "")
    .replace(/^=(?=[+-])/, "")
    .toLowerCase();
}

/**
 * Whether a column of prices is of decimal odds: it has such, and no sign anywhere. Then 150 could be either, and is none.
 * @param texts all cells of the column.
 */
export function areDecimalOdds(texts: readonly string[]): boolean {
  const written = texts.map(plain).filter((text) => text !== "");
  return written.some((text) => /^\d{1,2}[.,]\d+$/.test(text)) && !written.some((text) => /^[+-]/.test(text));
}

/** @returns null for what is no price. */
export function readPrice(text: string, isDecimal: boolean): Price | null {
  const written = plain(text).replace(/^\((.*)\)$/, "$1");
  // "1 1/2" could be three to two, or eleven to two without its space.
  if (/\d\s+\d+\s*\//.test(text)) return null;
  if (known.evenOdds.includes(foldWords(text))) return americanPrice(100);
  const fraction = /^(\d{1,5})\/(\d{1,5})$/.exec(written);
  if (fraction !== null) {
    const [over, under] = [Number(fraction[1]), Number(fraction[2])];
    return over > 0 && under > 0 ? { pays: over / under, implied: under / (over + under), american: null } : null;
  }
  if (/^[+-]/.test(written)) {
    const whole = /^([+-]\d{1,3}(?:,\d{3})+|[+-]\d+)(?:[.,]0+)?$/.exec(written);
    return whole === null ? null : americanPrice(Number(whole[1]?.replaceAll(",", "")));
  }
  if (!/^\d+([.,]\d+)?$/.test(written)) return null;
  const value = Number(written.replace(",", "."));
  if (value >= 100 && !isDecimal) return americanPrice(value);
  return value < 100 || /[.,]/.test(written) ? decimalPrice(value) : null;
}

export type Line = { readonly value: number; readonly isSigned: boolean };

/** A line in halves of a point: "+3.5", "-3½", "o44,5", "PK". @returns null for what is none. */
export function readLine(text: string): Line | null {
  const written = plain(text.replace(/(\d)\s+1\/2\b/, "$1.5"))
    .replace(/^\((.*)\)$/, "$1")
    .replace(/^(over|under|o|u)/, "")
    .replace(/(pts|points|runs|goals)$/, "");
  if (/^(pk|pick|pickem|ev|even)$/.test(written)) return { value: 0, isSigned: true };
  if (!/^[+-]?\d{0,3}([.,]\d{1,2})?$/.test(written) || !/\d/.test(written)) return null;
  const value = Number(written.replace(",", "."));
  if (!Number.isInteger(value * 4)) return null;
  return { value: value === 0 ? 0 : value, isSigned: /^[+-]/.test(written) || value === 0 };
}

export type DecimalSign = "." | ",";

/**
 * The sign before the decimals of a column of amounts, by its cells that can be read in one way alone; "1.375" and "1,375" are both.
 * @param otherwise where no cell tells.
 */
export function decimalSignOf(texts: readonly string[], otherwise: DecimalSign): DecimalSign {
  const written = texts.map((text) => text.replace(/[^\d.,]/g, ""));
  const isCertain = (sign: DecimalSign, other: DecimalSign) => {
    const pattern = new RegExp(`^\\d*[${sign}](\\d{1,2}|\\d{4,})$|\\d[${other}]\\d{3}[${sign}]|^0[${sign}]`);
    return written.some((text) => pattern.test(text));
  };
  const [isPoint, isComma] = [isCertain(".", ","), isCertain(",", ".")];
  if (isPoint === isComma) return otherwise;
  return isPoint ? "." : ",";
}

/**
 * Money or units: "$1,200.50", "1.200,50 €", "2u". @returns null for what is none.
 * @param decimal the sign of decimals where three digits stand behind the only sign.
 */
export function readAmount(text: string, decimal: DecimalSign): number | null {
  const written = plain(text)
    .replace(/[$€£]|usd|eur|gbp|units?|u$/g, "")
    .replace(/^\((.*)\)$/, "-$1");
  if (!/^[+-]?[\d.,]+$/.test(written) || !/\d/.test(written)) return null;
  const isThree = /^[+-]?\d+[.,]\d{3}$/.test(written);
  const at = isThree ? written.indexOf(decimal) : written.search(/[.,](?:\d{1,2}|\d{4,})$/);
  const zero = /^[+-]?0[.,]\d+$/.test(written) ? written.search(/[.,]/) : -1;
  const point = at === -1 ? zero : at;
  const whole = (point === -1 ? written : written.slice(0, point)).replace(/[.,]/g, "");
  const value = Number(point === -1 ? whole : `${whole}.${written.slice(point + 1)}`);
  return Number.isFinite(value) && Math.abs(value) <= 1e12 ? value : null;
}
