/** What a login page says above its form: what waits there, or what whoever comes back will find. Pure. */
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { CallData } from "../../api/calls.ts";

type Checked = Pick<CallData<"checkWorkflow">, "type" | "awaits_signer">;

/** How things stand is offered where nothing is left to sign; where a password keeps that, the words promise neither. */
export function claimOf({ type, awaits_signer: awaited }: Checked) {
  if (awaited === null) return "login.claimBack";
  if (!awaited) return "login.claimAgain";
  return isSeal(type) ? "login.claimSeal" : "login.claimSignature";
}

/** The sentence under it. */
export function leadOf({ type, awaits_signer: awaited }: Checked) {
  if (awaited !== true) return "login.leadAgain";
  return isSeal(type) ? "login.leadSeal" : "login.lead";
}
