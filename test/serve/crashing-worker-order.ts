/** How a test tells one of several workers to fail: over a channel that all threads of a process hear. */

/** The worker that changes the number in `taken` from 0 to 1 is the one. */
export type CrashOrder = { readonly taken: SharedArrayBuffer };

export const crashChannel = "gradeline-test-crash";
