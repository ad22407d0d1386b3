/** A thread that does the computations of tests. */
import { answerQuestions } from "../../src/serve/computing/answer-questions.ts";
import { ends, fails, hangs, revisionOf } from "./computations.ts";

answerQuestions([revisionOf, fails, hangs, ends]);
