/**
 * The rules of scoring in football: how many possessions a game has and how often each kind of score ends one. Late play,
 * conversions and overtime give final margins their key numbers; `test/sample/base-rates.long.ts` says how common each is.
 */

/** The outcome of a possession, as points of the side that has the ball; below zero they are the other side's. */
export const possessionPoints = [0, 3, 6, 7, 8, -2, -6, -7] as const;

export type FootballRules = {
  /** Of both sides together, in regulation; an even number. */
  readonly possessions: number;
  /** Share of ordinary possessions that end in a field goal. */
  readonly fieldGoal: number;
  /** Share that ends in a touchdown of the side without the ball, and in a safety. */
  readonly returned: number;
  readonly safety: number;
  readonly extraPoint: number;
  readonly twoPoints: number;
  /** How often a side goes for two where the score does not ask for it. */
  readonly goesForTwo: number;
  readonly overtime: "college" | "professional" | "professional playoff";
};

const professional: FootballRules = {
  possessions: 22,
  fieldGoal: 0.19,
  returned: 0.013,
  safety: 0.002,
  extraPoint: 0.955,
  twoPoints: 0.48,
  goesForTwo: 0.03,
  overtime: "professional",
};

export const footballRules = {
  professional,
  playoff: { ...professional, overtime: "professional playoff" },
  college: {
    possessions: 28,
    fieldGoal: 0.075,
    returned: 0.013,
    safety: 0.002,
    extraPoint: 0.97,
    twoPoints: 0.45,
    goesForTwo: 0.015,
    overtime: "college",
  },
} as const satisfies Record<string, FootballRules>;
