/** Somebody who was met makes their certificate: code, password, key, certificate, and the case is done. All of it, or nothing. */
import type { CertificatePasswordFault } from "@siegel/contract/certificate-password.ts";
import type { ErrorCode } from "@siegel/contract/codes.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { OnFault } from "../../ports/fault-log.ts";
import type { Enqueue } from "../../ports/queue.ts";
import { ModuleUnavailable, type PasswordBytes } from "../../ports/signing-module.ts";
import { type CheckCodeDeps, useCode } from "../challenges/challenges.ts";
import {
  checkIdentCode,
  finishCase,
  isOpenLink,
  type MetPerson,
  takeCase,
} from "../identity-proofing/identity-proofing.ts";
import { readCertificate } from "./certificates-store.ts";
import { type MakeCertificateDeps, makeCertificate } from "./make-certificate.ts";

/** What it asks of the world. */
export type CertifyDeps = MakeCertificateDeps &
  CheckCodeDeps & { readonly enqueue: Enqueue; readonly onFault: OnFault };

/** What the page brings, and where it comes from as the server saw it. */
export type CertifyClaim = {
  readonly secret: string;
  readonly otp: string;
  readonly password: PasswordBytes;
  readonly ip: string;
  readonly userAgent: string;
};

/** The certificate, or why there is none; `faults`: rules that the password breaks. */
export type Certified =
  | { readonly ok: true; readonly met: MetPerson; readonly serial: string; readonly notAfter: Date }
  | { readonly ok: false; readonly faults: readonly CertificatePasswordFault[] }
  | { readonly ok: false; readonly code: ErrorCode; readonly messages?: readonly string[] };

/** Thrown to undo what the transaction did. */
class Undone extends Error {
  readonly answer: Extract<Certified, { readonly ok: false }>;
  constructor(answer: Extract<Certified, { readonly ok: false }>) {
    super("no certificate was made");
    this.answer = answer;
  }
}

/** Makes the certificate. The code is used up with it and not before, so that a refused password can be tried again. Without a place in the signing module it is SERVICE_ERROR, and nothing was used up. */
export async function certifyPerson(deps: CertifyDeps, claim: CertifyClaim): Promise<Certified> {
  const { secret, otp, ip, userAgent } = claim;
  const checked = await checkIdentCode(deps, { secret, otp, ip, userAgent });
  if (!checked.ok) return checked;
  try {
    return await inTransaction(deps.db, async (db) => await certify({ ...deps, db }, claim, checked.challengeId));
  } catch (fault) {
    if (fault instanceof Undone) return fault.answer;
    if (!(fault instanceof ModuleUnavailable)) throw fault;
    const actId = checked.challengeId;
    deps.onFault({ room: "certificates", undone: "a place in the signing module", actId, fault, outage: true });
    return { ok: false, code: "SERVICE_ERROR" };
  }
}

async function certify(deps: CertifyDeps, claim: CertifyClaim, challengeId: string): Promise<Certified> {
  const { secret, password, ip, userAgent } = claim;
  const met = await takeCase(deps, secret);
  // Who comes second at the same time does not wait: the first is making a key.
  if (met === null)
    return { ok: false, code: (await isOpenLink(deps, secret)) ? "SIGNING_IN_PROGRESS" : "NO_IDENTIFICATION_FOUND" };
  const made = await makeCertificate(deps, {
    ...met.data,
    language: met.language,
    password,
    from: { ip, userAgent },
  });
  if (!made.ok) throw new Undone(made);
  if (!(await useCode(deps.db, challengeId))) throw new Undone({ ok: false, code: "OTP_EXPIRED" });
  const { personId, certificateId } = made;
  await finishCase(deps, met, { personId, certificateId, ip, userAgent });
  const { serial, notAfter } = await readCertificate(deps.db, certificateId);
  return { ok: true, met, serial, notAfter };
}
