/** The thread that computes. */
import { bookRows, coveragePage } from "../../query/coverage.ts";
import { betRows, snapshotRows, teamGameRows } from "../../query/questions/row-pages.ts";
import { sumsOfSet } from "../../query/trends/summed.ts";
import { drawnCoverage } from "../../web/coverage/page.ts";
import { drawnAnswer, drawnGame, drawnGameCard, drawnSetCard, foundInDocs } from "../../web/drawings.ts";
import { drawnSlate } from "../../web/slate/page.ts";
import { drawnTeam } from "../../web/team/page.ts";
import { compute } from "./computing.ts";

compute([
  ...[betRows, snapshotRows, teamGameRows, sumsOfSet, coveragePage, bookRows, drawnCoverage, drawnAnswer],
  ...[drawnSetCard, drawnGame, drawnGameCard, drawnSlate, drawnTeam, foundInDocs],
]);
