/** What a login page says above its form: what waits there, or what whoever comes back will find. Pure. */
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { CallData } from "../../api/calls.ts";

type Checked = Pick<CallData<"checkWorkflow">, "type" | "awaits_signer" | "declined">;

/** How things stand is offered where nothing is left to sign; where a password keeps that, the words promise neither. */
export function claimOf({ type, awaits_signer: awaited, declined }: Checked) {
  if (declined !== null) return declined === "YOU" ? "summary.revokedYou" : "summary.revoked";
  if (awaited === null) return "login.claimBack";
  if (!awaited) return "login.claimAgain";
  return isSeal(type) ? "login.claimSeal" : "login.claimSignature";
}

/** The sentence under it. */
export function leadOf({ type, awaits_signer: awaited, declined }: Checked) {
  if (declined !== null) return "login.leadDeclined";
  if (awaited === null) return "login.leadBack";
  if (!awaited) return "login.leadAgain";
  return isSeal(type) ? "login.leadSeal" : "login.lead";
}
