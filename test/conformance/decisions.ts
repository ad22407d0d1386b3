/** Every sentence of decisions.md. */
import { decisionsOnData } from "./decisions-data.ts";
import { decisionsOnRequests } from "./decisions-requests.ts";
import type { Section } from "./sentence.ts";

export const decisions: readonly Section[] = [...decisionsOnData, ...decisionsOnRequests];
