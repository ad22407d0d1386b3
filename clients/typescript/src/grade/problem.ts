/** Why a file or a bet of it cannot be used. */

/** Why a bet is not graded, or not compared with a close. Programs go by the code, people read the text. */
export type ProblemCode =
  | "cell"
  | "sport"
  | "kind"
  | "words"
  | "team"
  | "side"
  | "market"
  | "line"
  | "price"
  | "date"
  | "no_game"
  | "several_games"
  | "day"
  | "no_score"
  | "no_close";

export type Problem = {
  readonly code: ProblemCode;
  readonly text: string;
  /** Of a sport: whether the file names none, and not one that is not known. */
  readonly isMissing?: boolean;
};

/** The file as a whole cannot be read: the message names the line and the column where there are such. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  /** The message without options of the command, for pages. */
  readonly said: string;

  /** @param option what the command takes in such a case, with the punctuation before it. */
  constructor(said: string, option = "") {
    super(said + option);
    this.said = said;
  }
}

/** A part of a text for a message, short and on one line. */
export function quoted(text: string): string {
  const plain = text.replace(/\s+/g, " ").trim();
  return `"${plain.length > 60 ? `${plain.slice(0, 57)}...` : plain}"`;
}
