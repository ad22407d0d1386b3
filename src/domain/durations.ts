/** Spans of time in milliseconds. A day here has 24 hours: days on which clocks change are counted by the calendar. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
