/** The owner of a certificate proves their mailbox by the link of a mail (decisions.md §13): until then it serves in its own workflow only. */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { readCertificate } from "./certificates-store.ts";
import { readUnproven, saveProven } from "./mailbox-store.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

/** Whose certificate it is, and until when. */
export type UnprovenCertificate = { readonly holder: string; readonly notAfter: Date };

/** The certificate of a mail; null: proven, replaced, over or unknown. */
export async function lookAtMailbox(
  { db, clock }: Deps,
  secret: string,
): Promise<(UnprovenCertificate & { readonly certificateId: string }) | null> {
  const certificateId = await readUnproven(db, digestOfSecret(secret));
  if (certificateId === null) return null;
  const { certificate, notAfter } = await readCertificate(db, certificateId);
  if (notAfter <= clock.now()) return null;
  const holder = nameAttribute(parseCertificate(certificate).subject, "commonName") ?? "";
  return { certificateId, holder, notAfter };
}

/** Proves it, once; null: proven before, replaced, over or unknown. */
export async function proveMailbox(
  deps: Deps,
  { secret, ...from }: { readonly secret: string; readonly ip: string; readonly userAgent: string },
): Promise<UnprovenCertificate | null> {
  const found = await lookAtMailbox(deps, secret);
  const at = deps.clock.now();
  if (found === null || !(await saveProven(deps.db, found.certificateId, at))) return null;
  const details = { certificate: found.certificateId };
  await recordEvent(deps.db, { at, type: "certificate.mailbox-proven", actor: { kind: "system", ...from }, details });
  return found;
}
