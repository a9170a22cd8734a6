/** The owner of a certificate proves their mailbox by the link of a mail (decisions.md §13): until then it serves in its own workflow only. */
import type { SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { nameAttribute } from "@siegel/kernel/x509/name.ts";
import type { Db } from "../../db/database.ts";
import type { Clock } from "../../ports/clock.ts";
import { recordEvent } from "../audit-trail/audit-trail.ts";
import { signerCertified } from "../identity-proofing/identity-proofing.ts";
import { checkMayRelease, loadSigner } from "../workflows/workflows.ts";
import { readCertificate } from "./certificates-store.ts";
import { type Mailbox, readMailbox, saveProven } from "./mailbox-store.ts";

type Deps = { readonly db: Db; readonly clock: Clock };

/** Whose certificate it is, until when, whether its mailbox is proven, and what its owner has still to sign with it. */
export type CertificateOfMail = {
  readonly holder: string;
  readonly notAfter: Date;
  readonly isProven: boolean;
  readonly toSign: { readonly workflowId: WorkflowId; readonly signerId: SignerId; readonly seals: boolean } | null;
};

/** The certificate of a mail; null: replaced, over or unknown. */
export async function lookAtMailbox(deps: Deps, secret: string): Promise<CertificateOfMail | null> {
  const mailbox = await readMailbox(deps.db, digestOfSecret(secret));
  return mailbox === null ? null : await look(deps, mailbox);
}

/** Proves it; once more, it stays proven. Null: replaced, over or unknown. */
export async function proveMailbox(
  deps: Deps,
  { secret, ...from }: { readonly secret: string; readonly ip: string; readonly userAgent: string },
): Promise<CertificateOfMail | null> {
  const mailbox = await readMailbox(deps.db, digestOfSecret(secret));
  const found = mailbox === null ? null : await look(deps, mailbox);
  if (mailbox === null || found === null) return null;
  const { certificateId: certificate } = mailbox;
  const at = deps.clock.now();
  if (await saveProven(deps.db, certificate, at))
    await recordEvent(deps.db, {
      at,
      type: "certificate.mailbox-proven",
      actor: { kind: "system", ...from },
      details: { certificate },
    });
  return { ...found, isProven: true };
}

async function look(deps: Deps, mailbox: Mailbox): Promise<CertificateOfMail | null> {
  const { certificate, notAfter } = await readCertificate(deps.db, mailbox.certificateId);
  if (notAfter <= deps.clock.now()) return null;
  const holder = nameAttribute(parseCertificate(certificate).subject, "commonName") ?? "";
  return { holder, notAfter, isProven: mailbox.isProven, toSign: await toSignWith(deps, mailbox) };
}

/** What it was made for, while it is open; the mail went to the address of that invitation. */
async function toSignWith(
  { db, clock }: Deps,
  { certificateId, workflowId }: Mailbox,
): Promise<CertificateOfMail["toSign"]> {
  const signerId = workflowId === null ? null : await signerCertified(db, { certificateId, workflowId });
  const context = workflowId === null || signerId === null ? null : await loadSigner(db, workflowId, signerId);
  if (context === null || !checkMayRelease(context, "password-and-code", clock.now()).ok) return null;
  const { signer } = context;
  return { workflowId: signer.workflowId, signerId: signer.signerId, seals: isSeal(signer.type) };
}
