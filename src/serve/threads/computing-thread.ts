/** The thread that computes. */
import { bookRows, coveragePage } from "../../query/coverage.ts";
import { betRows, snapshotRows, teamGameRows } from "../../query/questions/row-pages.ts";
import { sumsOfSet } from "../../query/trends/summed.ts";
import {
  drawnAnswer,
  drawnCoverage,
  drawnGame,
  drawnGameCard,
  drawnSetCard,
  drawnSlate,
  drawnTeam,
  foundInDocs,
} from "../../web/drawings.ts";
import { compute } from "./computing.ts";

compute([
  ...[betRows, snapshotRows, teamGameRows, sumsOfSet, coveragePage, bookRows, drawnCoverage, drawnAnswer],
  ...[drawnSetCard, drawnGame, drawnGameCard, drawnSlate, drawnTeam, foundInDocs],
]);
