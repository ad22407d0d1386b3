/** Every sentence and table row of service.md. */
import type { Section } from "./sentence.ts";
import { endpoints } from "./service-endpoints.ts";
import { meaning } from "./service-meaning.ts";

export const service: readonly Section[] = [...meaning, ...endpoints];
