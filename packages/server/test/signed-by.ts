/** The first signature of a workflow, made with the signer's own certificate. */
import { parseSignedData } from "@siegel/kernel/cms/signed-data.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import { filesOf } from "../rooms/documents/documents.ts";
import { continueSigning } from "../rooms/signing/signing.ts";
import { approve } from "./approved-act.ts";
import { nth, type SigningWorld } from "./signing-world.ts";

/** The signed file, the signature in it, and the certificate that it was made with. */
export type SignedBy = { readonly file: Uint8Array; readonly cms: Uint8Array; readonly certificate: Certificate };

/** Sends a document to somebody of that name, who approves it with a code, and to another who does not; signs it. */
export async function signedBy(world: SigningWorld, firstName: string): Promise<SignedBy> {
  const sent = await world.send([
    { type: "a_signature", firstName },
    { type: "s_signature", firstName: "Bea" },
  ]);
  await world.confirm(sent, 0);
  const ended = await continueSigning(world.deps, await approve(world, sent, { type: "a_signature" }));
  if (ended !== "ended") throw new Error(`the signature of ${firstName} is ${ended}`);
  const stored = nth(await filesOf(world.deps.db, sent.workflowId), 0);
  const source = await world.deps.blobs.open(stored.latest.sha256);
  const file = Uint8Array.from(source.read(0, source.size));
  await source.close();
  const cms = Uint8Array.from(nth(listSignatures(openPdf(bytesSource(file))).signatures, 0).contents);
  const { certificates, signerInfo } = parseSignedData(cms);
  const certificate = certificates.find((one) => one.serialNumber === signerInfo.serialNumber);
  if (certificate === undefined) throw new Error("the signature does not carry its certificate");
  return { file, cms, certificate };
}
