/** How the table of conformance is written: a sentence of the specification and the tests that hold it. */

/** A test file, and a test's name in it or a beginning of the name that no other test there has. */
export type HoldingTest = readonly [file: string, name: string];

export type Sentence = {
  readonly id: string;
  /** As the specification has it; the cells of a table row are joined by a bar. */
  readonly text: string;
} & (
  | {
      readonly tests: readonly HoldingTest[] /** What of the sentence these tests do not hold. */;
      readonly note?: string;
    }
  | { /** Why no test of this service can hold it. */ readonly none: string }
);

export type Section = { readonly title: string; readonly sentences: readonly Sentence[] };

/** `fold("the opening is")` for tests of one file. */
export function testsOf(file: string): (name: string) => HoldingTest {
  return (name) => [file, name];
}
