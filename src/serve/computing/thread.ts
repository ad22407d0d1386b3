/** The thread that computes. */
import { bookRows } from "../../query/questions/books.ts";
import { coveragePage } from "../../query/questions/coverage.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { drawnCoverage } from "../../web/coverage/drawn-coverage.ts";
import { foundInDocs } from "../../web/docs/search/found-in-docs.ts";
import { drawnAnswer } from "../../web/explore/drawn-answer.ts";
import { drawnCard, drawnGame } from "../../web/game/drawn-game.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions([sumsOfSet, coveragePage, bookRows, drawnCoverage, drawnAnswer, drawnGame, drawnCard, foundInDocs]);
