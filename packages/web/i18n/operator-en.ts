/** English texts of the operator's desk. */
import type { operatorDe } from "./operator-de.ts";

/** The English catalogue of the operator's desk. */
export const operatorEn = {
  "Responses.SAME_OPERATOR": "You made this check yourself. A colleague must confirm it.",
  "Responses.REGISTER_CHECK_GONE":
    "This check is gone: a colleague withdrew, replaced or confirmed it. Load the page again.",
  "Responses.REGISTER_EXTRACT_OLD":
    "The extract is older than 30 days, or its date is in the future. Ask for a new one.",
  "Responses.LICENCE_END_PAST": "The end must lie in the future. Choose a later day.",
  "Responses.DELETION_BEGUN": "This organisation is being deleted already, and nothing can stop that.",
  "Responses.TRIAL_OVER": "The trial is over. Make it a paid licence first; that opens the organisation again.",
} as const satisfies Readonly<Record<keyof typeof operatorDe, string>>;
