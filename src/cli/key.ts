/** placeholder */
export const createKeyCommand = (..._: unknown[]): void => {};
export const revokeKeyCommand = (..._: unknown[]): void => {};
