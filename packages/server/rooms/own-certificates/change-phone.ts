/** An owner who was identified gets a new phone: a code proves it, and certificate and password stay (docs/decisions/0029). */
import type { ChangedPhone } from "@siegel/contract/calls/cert-identity.ts";
import type { RevokeCode } from "@siegel/contract/calls/cert-manager.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { maskPhone, parsePhone, takesTexts } from "@siegel/contract/phone.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Enqueue } from "../../ports/queue.ts";
import type { Random } from "../../ports/random.ts";
import { changeRegisteredPhone, recordChange } from "../certificates/certificates.ts";
import {
  type CheckCodeDeps,
  challengeNamed,
  checkCode,
  closeCodesOfCertificate,
  type IssuedCode,
  phoneOfCode,
  type SendOrResumeDeps,
  sendOrResume,
  useCode,
} from "../challenges/challenges.ts";
import {
  type IdentifiedOwner,
  type IdentitySecret,
  identifiedOwner,
  useIdentifiedOwner,
} from "../identity-proofing/identity-proofing.ts";
import { endPreparationsOf } from "../signing/signing.ts";
import { isChangeable, type OwnDeps, type Owned, ownedById } from "./list-own.ts";
import { type WrongOtp, wrongOtp } from "./wrong-otp.ts";

type Deps = OwnDeps & { readonly identitySecret: IdentitySecret };

/** Where a request comes from; `browser`: the cookie of the identification. */
type From = { readonly browser: string | null; readonly ip: string; readonly userAgent: string };

type Missing = {
  readonly ok: false;
  readonly code: "IDENTIFICATION_MISSING" | "CERTIFICATE_NOT_CHANGEABLE";
};

const missing = { ok: false, code: "IDENTIFICATION_MISSING" } as const;
const notChangeable = { ok: false, code: "CERTIFICATE_NOT_CHANGEABLE" } as const;

/** The owner whose identification lets them change this, and their certificate. */
export async function identifiedFor(
  deps: Deps,
  browser: string | null,
  purpose: "change_phone" | "change_password",
): Promise<{ readonly ok: true; readonly identified: IdentifiedOwner; readonly owned: Owned } | Missing> {
  const identified = await identifiedOwner(deps, { browser, purposes: [purpose] });
  // A video is enough to revoke, never to change.
  if (identified === null || identified.check.route !== "eid") return missing;
  const owned = await ownedById(deps, identified.check.about.certificateId);
  return owned === null || !isChangeable(owned) ? notChangeable : { ok: true, identified, owned };
}

const codesOf = (certificateId: string) =>
  ({ purpose: "change", holder: { kind: "certificate", id: certificateId } }) as const;
/** The code stands for one number, proven after one identification. */
const stateOf = (checkId: string, phone: string): string => digestOfSecret(`phone ${phone} after ${checkId}`);

type Asked =
  | { readonly ok: true; readonly code: RevokeCode }
  | { readonly ok: false; readonly code: "PHONE_INVALID" | "PHONE_NOT_MOBILE" }
  | Missing
  | Extract<IssuedCode, { readonly ok: false }>;

/** Sends a code to the new number, or answers the one on its way there. */
export async function askNewPhoneCode(
  deps: Deps & SendOrResumeDeps,
  asked: From & { readonly phone: string; readonly language: Language; readonly network: string },
): Promise<Asked> {
  const { browser, language, network, ip, userAgent } = asked;
  const found = await identifiedFor(deps, browser, "change_phone");
  if (!found.ok) return found;
  const parsed = parsePhone(asked.phone);
  if (!parsed.ok) return { ok: false, code: "PHONE_INVALID" };
  if (!takesTexts(parsed.phone.type)) return { ok: false, code: "PHONE_NOT_MOBILE" };
  const { e164 } = parsed.phone;
  const { check } = found.identified;
  const order = {
    ...codesOf(check.about.certificateId),
    channel: "sms",
    sentTo: e164,
    stateHash: stateOf(check.checkId, e164),
    workflowId: null,
    language,
    network,
    now: deps.clock.now(),
    ip,
    userAgent,
  } as const;
  const sent = await sendOrResume(deps, order);
  return sent.ok ? { ok: true, code: sent.challenge } : sent;
}

type ChangeDeps = Deps & CheckCodeDeps & { readonly random: Random; readonly enqueue: Enqueue };

/** Changes it, if the code is right. All of it, or nothing. */
export async function changePhone(
  deps: ChangeDeps,
  typed: From & { readonly id: string; readonly otp: string },
): Promise<{ readonly ok: true; readonly changed: ChangedPhone } | Missing | WrongOtp> {
  const { browser, id: authToken, otp, ip, userAgent } = typed;
  const found = await identifiedFor(deps, browser, "change_phone");
  if (!found.ok) return found;
  const { identified, owned } = found;
  const { checkId } = identified.check;
  const { certificateId } = owned;
  const codes = codesOf(certificateId);
  const challengeId = await challengeNamed(deps.db, { ...codes, authToken });
  const phone = challengeId === null ? null : await phoneOfCode(deps.db, challengeId);
  if (phone === null || owned.phone === null) return wrongOtp();
  const stateHash = stateOf(checkId, phone);
  const checked = await checkCode(deps, { ...codes, authToken, otp, stateHash, ip, userAgent });
  if (!checked.ok) return wrongOtp(checked);
  const before = owned.phone;
  return await inTransaction(deps.db, async (db) => {
    const own = { ...deps, db };
    if (!(await useCode(db, checked.challengeId))) return wrongOtp();
    if (!(await useIdentifiedOwner(own, identified, certificateId))) return missing;
    if (!(await changeRegisteredPhone(own, certificateId, phone))) return notChangeable;
    // Codes to the phone before, and what was prepared for them.
    await closeCodesOfCertificate(db, certificateId);
    await endPreparationsOf(own, certificateId, deps.clock.now());
    const { route, language } = identified.check;
    const { changedAt, restsUntil } = await recordChange(own, {
      ...{ certificateId, kind: "phone", route, language, workflowId: null, rests: true, check: checkId },
      phone: before,
      from: { ip, userAgent },
    });
    return { ok: true, changed: told(owned, { phone, changedAt, restsUntil }) };
  });
}

/** What the owner is told of a change. */
export const told = (
  { certificateId, serial }: Pick<Owned, "certificateId" | "serial">,
  change: { readonly phone: string; readonly changedAt: Date; readonly restsUntil: Date | null },
): ChangedPhone => ({
  certificate_id: certificateId,
  serial_number: serial,
  masked_phone: maskPhone(change.phone),
  changed_at: change.changedAt.toISOString(),
  rests_until: (change.restsUntil ?? change.changedAt).toISOString(),
});
