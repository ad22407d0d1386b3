/** Tests that cannot run everywhere say why: the last lines of a run list each reason once. */

declare module "vitest" {
  interface TaskMeta {
    /** Why this test, or every test of this group, cannot run here. */
    whySkipped?: string;
  }
}

export type SkipOptions = { readonly skip: boolean; readonly meta: { readonly whySkipped?: string } };

/** @param why what is missing for the test, in words for whoever runs it; false or null where nothing is. */
export function skipIf(why: string | false | null): SkipOptions {
  return why === false || why === null ? { skip: false, meta: {} } : { skip: true, meta: { whySkipped: why } };
}
