/** placeholder */
export const serveCommand = (..._: unknown[]): void => {};
