/** A thread that does the computations of tests. */
import { compute } from "../../src/serve/threads/computing.ts";
import { ends, fails, hangs, revisionOf } from "./computations.ts";

compute([revisionOf, fails, hangs, ends]);
