/** An answer depends on the key that asks and on how it likes to be answered [D-35]. */
export const vary = "Authorization, X-API-Key, Accept, Accept-Encoding";
