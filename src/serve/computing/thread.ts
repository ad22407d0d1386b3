/** The thread that computes. */
import { bookRows } from "../../query/questions/books.ts";
import { coveragePage } from "../../query/questions/coverage.ts";
import { sumsOfSet } from "../../query/trends/sums.ts";
import { drawnCoverage } from "../../web/coverage/drawn-coverage.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions([sumsOfSet, coveragePage, bookRows, drawnCoverage]);
