/** How an identification stands, as the pages after it tell apart. Pure. */
import type { Identification } from "@siegel/contract/calls/identification.ts";

/**
 * wait: it runs · wrong: it is over, and nothing was signed · doubtful: a person decides, nothing is left to do · choose: password and
 * phone, and then the act, or where names are doubtful the wait · password: there is a certificate, and its password is known · late: it
 * was too long ago to sign on the strength of it.
 */
export type Standing = "wait" | "wrong" | "doubtful" | "choose" | "password" | "late";

type Told = Pick<Identification, "state" | "is_kept" | "certificate_exists" | "sign_until">;

/** Where it stands at a moment. */
export function standingOf({ state, is_kept, certificate_exists, sign_until }: Told, nowMs: number): Standing {
  if (state === "pending") return "wait";
  if (state === "review") return is_kept ? "doubtful" : "choose";
  if (state !== "succeeded") return "wrong";
  if (certificate_exists) return "password";
  return sign_until !== null && Date.parse(sign_until) > nowMs ? "choose" : "late";
}

/** Whether it leads on from the choice of ways: to the act, or to the wait for a person. */
export function leadsOn(told: Told, nowMs: number): boolean {
  const standing = standingOf(told, nowMs);
  return standing === "choose" || standing === "doubtful";
}
