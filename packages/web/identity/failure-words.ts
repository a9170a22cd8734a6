/** What is said of an identification that is over without a result, and which ways are open then. */
import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import type { TextKey } from "../i18n/text-key.ts";
import type { Way } from "./ways.ts";

/** `reason`: sentence, and what to do; null where the lead has said it. */
export type Words = { readonly title: TextKey; readonly lead: TextKey | null; readonly reason: TextKey | null };

type Told = Pick<Identification, "state" | "failure" | "route">;

/** Title and sentences. `told` null: it could not be asked about; `why`: what is known of it all the same. */
export function wordsOf(told: Told | null, why: IdentificationFault | null = null): Words {
  const reason = told?.failure ?? why;
  const sentence: TextKey = reason === null ? "identification.why_UNKNOWN" : `identification.why_${reason}`;
  if (told?.state === "cancelled")
    return {
      title: "identification.cancelled",
      lead: reason === null ? "identification.cancelledLead" : null,
      reason: reason === null ? null : sentence,
    };
  if (told?.state === "expired")
    return { title: "identification.expired", lead: "identification.expiredLead", reason: null };
  return { title: "identification.wrong", lead: null, reason: sentence };
}

/** Faults of the document itself: the same card fails again, another may not. */
const ofDocument: ReadonlySet<IdentificationFault> = new Set([
  "DOCUMENT_EXPIRED",
  "DOCUMENT_BLOCKED",
  "DOCUMENT_NOT_ACCEPTED",
]);

/** The ways that may lead on, in their order: first those that another document is likelier for than another card. */
export function waysAfter(told: Told | null, open: readonly Way[]): readonly Way[] {
  const isOfCard = told?.route === "eid" && told.failure !== null && ofDocument.has(told.failure);
  return isOfCard ? [...open.filter((way) => way !== "card"), ...open.filter((way) => way === "card")] : open;
}
