/** A signer who was identified chooses password and phone; what the wire says where they may not. */
import type { ServerDeps } from "../../deps.ts";
import { choosePassword, type NotChosen } from "../../rooms/certificates/certificates.ts";
import type { WireRefusal } from "../wire/send-refusal.ts";
import { brokenPassword } from "./broken-password.ts";
import { withWait } from "./with-wait.ts";

/** Why nothing was chosen, for the wire; also where the signing module has no place. */
type Refused = NotChosen | { readonly ok: false; readonly code: "SERVICE_ERROR" };

/** Makes the key under the password. */
export async function chooseWith(
  deps: ServerDeps,
  whose: Parameters<typeof choosePassword>[1],
  typed: Parameters<typeof choosePassword>[2],
): Promise<{ readonly ok: true } | Refused> {
  try {
    return await choosePassword(deps, whose, typed);
  } catch (fault) {
    if (!(fault instanceof Error && fault.name === "ModuleUnavailable")) throw fault;
    return { ok: false, code: "SERVICE_ERROR" };
  }
}

/** Says why. */
export const notChosen = (chosen: Refused): WireRefusal =>
  "faults" in chosen ? brokenPassword(chosen.faults) : withWait(chosen);
