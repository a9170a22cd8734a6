/**
 * An owner who was identified chooses a new password (docs/decisions/0029). A key opens with its own password only, so this is a new key
 * and a new certificate; the one before is revoked as superseded, in the same transaction.
 */
import type { ChangedPassword } from "@siegel/contract/calls/cert-identity.ts";
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import { ModuleUnavailable, type PasswordBytes } from "../../ports/signing-module.ts";
import { type ReissueDeps, recordChange, reissueFor } from "../certificates/certificates.ts";
import { type IdentitySecret, useIdentifiedOwner } from "../identity-proofing/identity-proofing.ts";
import { endPreparationsOf } from "../signing/signing.ts";
import { identifiedFor, told } from "./change-phone.ts";

type Deps = ReissueDeps & { readonly identitySecret: IdentitySecret; readonly onFault: OnFault };

/** The new certificate, or why there is none; `faults`: rules that the password breaks. */
type Changed =
  | { readonly ok: true; readonly changed: ChangedPassword }
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] }
  | { readonly ok: false; readonly code: ErrorCode };

/** Thrown to undo what the transaction did. */
class Undone extends Error {
  readonly answer: Extract<Changed, { readonly ok: false }>;
  constructor(answer: Extract<Changed, { readonly ok: false }>) {
    super("no certificate was made");
    this.answer = answer;
  }
}

/** What the page brings; `browser`: the cookie of the identification. */
type Chosen = {
  readonly browser: string | null;
  readonly password: PasswordBytes;
  readonly ip: string;
  readonly userAgent: string;
};

/** Makes it. The identification is used up with it and not before, so that a refused password can be tried again. */
export async function changePassword(deps: Deps, chosen: Chosen): Promise<Changed> {
  try {
    return await inTransaction(deps.db, async (db) => await change({ ...deps, db }, chosen));
  } catch (fault) {
    if (fault instanceof Undone) return fault.answer;
    if (!(fault instanceof ModuleUnavailable)) throw fault;
    const undone = "a place in the signing module";
    deps.onFault({ room: "own-certificates", undone, actId: "", fault, outage: true });
    return { ok: false, code: "SERVICE_ERROR" };
  }
}

async function change(deps: Deps, { browser, password, ip, userAgent }: Chosen): Promise<Changed> {
  const found = await identifiedFor(deps, browser, "change_password");
  if (!found.ok) return found;
  const { identified, owned } = found;
  const { checkId, route, language } = identified.check;
  const from = { ip, userAgent };
  const made = await reissueFor(deps, { certificateId: owned.certificateId, password, from });
  if (!made.ok) throw new Undone(made);
  const { certificateId, serial, notAfter, phone } = made;
  await endPreparationsOf(deps, owned.certificateId, deps.clock.now());
  if (!(await useIdentifiedOwner(deps, identified, certificateId)))
    throw new Undone({ ok: false, code: "IDENTIFICATION_MISSING" });
  const how = { kind: "password", route, language, workflowId: null, rests: true, check: checkId } as const;
  const { changedAt, restsUntil } = await recordChange(deps, { ...how, certificateId, phone, from });
  return {
    ok: true,
    changed: {
      ...told({ certificateId, serial }, { phone, changedAt, restsUntil }),
      serial_before: owned.serial,
      not_after: notAfter.toISOString(),
    },
  };
}
