/** Why a command ends otherwise than well: one sentence, and its exit code. */

export const exitCodes = { right: 0, failed: 1, overBudget: 2, rewritten: 3 } as const;

export class Refusal extends Error {
  readonly exitCode: number;

  constructor(sentence: string, exitCode: number = exitCodes.failed) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

/** The sentence about an error of the file system. */
export function fileProblem(error: unknown, doing: string): Refusal {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = code === "ENOSPC" ? "the disk is full" : code === "EACCES" ? "that is not allowed" : message;
  return new Refusal(`${doing}: ${why}. Nothing was deleted.`);
}
