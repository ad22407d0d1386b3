/** The thread that computes. */
import { sumsOfSet } from "../../query/trends/sums.ts";
import { answerQuestions } from "./answer-questions.ts";

answerQuestions([sumsOfSet]);
