/** The thread that computes. */
import { bookRows } from "../../query/questions/books.ts";
import { coveragePage } from "../../query/questions/coverage.ts";
import { betRows, snapshotRows, teamGameRows } from "../../query/questions/row-pages.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { drawnCoverage } from "../../web/coverage/drawn-coverage.ts";
import { foundInDocs } from "../../web/docs/search/found-in-docs.ts";
import { drawnAnswer } from "../../web/explore/drawn-answer.ts";
import { drawnGame, drawnGameCard } from "../../web/game/drawn-game.ts";
import { drawnSetCard } from "../../web/share/drawn-set-card.ts";
import { drawnSlate } from "../../web/slate/drawn-slate.ts";
import { drawnTeam } from "../../web/team/drawn-team.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions([
  ...[betRows, snapshotRows, teamGameRows, sumsOfSet, coveragePage, bookRows, drawnCoverage, drawnAnswer],
  ...[drawnSetCard, drawnGame, drawnGameCard, drawnSlate, drawnTeam, foundInDocs],
]);
