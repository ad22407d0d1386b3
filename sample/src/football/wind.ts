/** Where the wind of a football game comes from. */
export const compassPoints = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"] as const;
