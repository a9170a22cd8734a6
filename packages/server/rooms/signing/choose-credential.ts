/** Step 6 of docs/flows/signing.md: the certificate of the signer's level, once for the whole act. */
import { isRevoked, sealOf, serviceSeal } from "../authority/authority.ts";
import { certificateFor, certificateOf } from "../certificates/certificates.ts";
import type { SignerContext } from "../workflows/workflows.ts";
import type { FailureCode } from "./signing-rules.ts";
import type { Credential, SigningDeps } from "./signing-run.ts";
import { type Act, readAct, saveCredential } from "./signing-store.ts";

/** The credential, or the code the act ends with. */
export type Chosen = { readonly ok: true; readonly credential: Credential } | { readonly ok: false; readonly code: FailureCode };

/** The act's credential: the one it began with, else the one its level asks for. Refused when revoked or expired. */
export async function chooseCredential(deps: SigningDeps, act: Act, context: SignerContext): Promise<Chosen> {
  let reference = act.credential;
  if (reference === null) {
    const made = await makeCredential(deps, context);
    if (!made.ok) return made;
    await saveCredential(deps.db, act.actId, { credential: made.credential.reference, serial: made.credential.serial });
    // Two runs may have chosen at once: the one that is written counts.
    reference = (await readAct(deps.db, act.actId)).credential ?? made.credential.reference;
  }
  const credential = await readCredential(deps, reference);
  // ETSI TS 119 431-1 SIG-6.3.1-08: no key is used without a valid certificate.
  if (credential.notAfter <= deps.clock.now() || (await isRevoked(deps.db, credential.certificate))) return { ok: false, code: "CERTIFICATE_NOT_VALID" };
  return { ok: true, credential };
}

async function makeCredential(deps: SigningDeps, context: SignerContext): Promise<Chosen> {
  if (context.signer.type === "s_signature") {
    const seal = await serviceSeal(deps.db);
    return { ok: true, credential: { ...seal, reference: `seal:${seal.name}` } };
  }
  const found = await certificateFor(deps, context);
  return found.ok ? { ok: true, credential: { ...found.certificate, reference: `signer:${found.certificate.certificateId}` } } : found;
}

async function readCredential(deps: SigningDeps, reference: string): Promise<Credential> {
  const [kind, id] = reference.split(":", 2);
  if (id === undefined) throw new Error(`no credential ${reference}`);
  return { ...(kind === "seal" ? await sealOf(deps.db, id) : await certificateOf(deps.db, id)), reference };
}
