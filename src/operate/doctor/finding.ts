/** What `gradeline doctor` says of one subject, and how long it may look. */

type Standing = "ok" | "warning" | "wrong" | "unknown";

export type Finding = {
  /** The subject, in a word or two. */
  readonly name: string;
  /** `wrong` is what an operator must mend; `unknown` could not be looked at. */
  readonly standing: Standing;
  readonly sentence: string;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
};

export function ok(name: string, sentence: string): Finding {
  return { name, standing: "ok", sentence, remedy: null };
}

export function warning(name: string, sentence: string, remedy: string): Finding {
  return { name, standing: "warning", sentence, remedy };
}

export function wrong(name: string, sentence: string, remedy: string): Finding {
  return { name, standing: "wrong", sentence, remedy };
}

export function unknown(name: string, sentence: string, remedy: string): Finding {
  return { name, standing: "unknown", sentence, remedy };
}

/** Looks no longer than it may. A look that fails or is late is `unknown`: whatever it was about may be well. */
export async function lookWithin(
  waitMs: number,
  name: string,
  look: () => Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  const late = Promise.withResolvers<readonly Finding[]>();
  const remedy = "mend what the other lines say is wrong, and ask again";
  const timer = setTimeout(
    () => late.resolve([unknown(name, `there was no answer within ${waitMs / 1000} s`, remedy)]),
    waitMs,
  );
  try {
    return [await Promise.race([look(), late.promise])].flat();
  } catch (error) {
    return [unknown(name, `it cannot be looked at: ${error instanceof Error ? error.message : String(error)}`, remedy)];
  } finally {
    clearTimeout(timer);
  }
}
