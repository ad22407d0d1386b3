/** The moments before the start of a game at which its lines are told, in minutes before the start, the earliest first. */
export const momentMinutes = [1440, 720, 360, 180, 60, 30, 15, 5] as const;

/** Positions in `momentMinutes` are stored in views and are part of cursors. */
export type MomentMinutes = (typeof momentMinutes)[number];
