/** Every sentence of the specification, by document and section. */

import { additionsOfBetOn } from "./additions-bet-on.ts";
import { additionsOfBets } from "./additions-bets.ts";
import { additionsOfBooks, additionsOfCoverage } from "./additions-books.ts";
import { additionsOfChanges } from "./additions-changes.ts";
import { additionsOfIds } from "./additions-ids.ts";
import { additionsInCommon, additionsOfLines } from "./additions-lines.ts";
import { additionsOfPeriods } from "./additions-periods.ts";
import { additionsOfTrends } from "./additions-trends.ts";
import { decisions } from "./decisions.ts";
import type { Section } from "./sentence.ts";
import { service } from "./service.ts";

export const documents: readonly { readonly name: string; readonly sections: readonly Section[] }[] = [
  { name: "service.md", sections: service },
  { name: "decisions.md", sections: decisions },
  {
    name: "additions.md",
    sections: [
      additionsInCommon,
      additionsOfBooks,
      additionsOfBets,
      additionsOfTrends,
      additionsOfBetOn,
      additionsOfPeriods,
      additionsOfLines,
      additionsOfChanges,
      additionsOfIds,
      additionsOfCoverage,
    ],
  },
];
