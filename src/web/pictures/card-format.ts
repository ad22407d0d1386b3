/** What is known of cards without drawing one: the thread that answers requests loads nothing that draws. */

export const cardSize = { width: 1200, height: 630 } as const;
export const cardFont = "Figtree";
