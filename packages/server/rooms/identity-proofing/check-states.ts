/** How an identification by ID card or video goes: forward only (docs/flows/identification.md). Pure. */
import { type IdentificationState, identified_s } from "@siegel/contract/identification.ts";

const onward: Readonly<Record<IdentificationState, readonly IdentificationState[]>> = {
  pending: ["review", "succeeded", "failed", "cancelled", "expired"],
  // A person decides, or gives up.
  review: ["succeeded", "failed", "cancelled"],
  succeeded: [],
  failed: [],
  cancelled: [],
  expired: [],
};

/** Whether one state may follow another. */
export const mayFollow = (from: IdentificationState, to: IdentificationState): boolean => onward[from].includes(to);

/**
 * Whether an answer may still be taken back: nobody was told it. It is the one way out of an end, and it leads to `failed`; of what was
 * told, nothing is taken back.
 */
export const mayTakeBack = ({
  state,
  releasedAt,
}: {
  readonly state: IdentificationState;
  readonly releasedAt: Date | null;
}): boolean => releasedAt === null && (state === "succeeded" || state === "review");

/** Until when the person may sign on the strength of it; null: not at all. */
export function signUntil(check: { readonly state: IdentificationState; readonly endedAt: Date | null }): Date | null {
  if (check.state !== "succeeded" || check.endedAt === null) return null;
  return new Date(check.endedAt.getTime() + identified_s * 1_000);
}
