/** Seals a document of the service's own, in one go: what fails is simply asked for again. */

import { addInvisibleSignatureField } from "@siegel/kernel/forms/add-fields.ts";
import { digestByteRange } from "@siegel/kernel/pades/byte-range.ts";
import { bytesSource, concatSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { signingLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { sealCredential } from "./choose-credential.ts";
import { signAndWrite } from "./pades-steps.ts";
import type { PadesDeps } from "./signing-run.ts";

const fieldName = "Service_Seal";

/**
 * Puts the service's seal (B-LTA, invisible) on an unsigned PDF and stores it.
 * @throws TimestampUnavailable, RevocationStatusUnavailable, or when the service's own certificate is not valid
 */
export async function sealDocument(deps: PadesDeps, pdf: Uint8Array): Promise<StoredBytes> {
  const credential = await sealCredential(deps);
  const base = withField(deps, pdf);
  const sha256 = await digestByteRange(base, [0, base.size, base.size, 0], "sha256");
  const wish = {
    fieldName,
    lockedPrefix: null,
    values: [],
    claimedTime: deps.clock.now(),
    signerName: credential.holder,
    lines: [],
  };
  const written = await signAndWrite(deps, base, {
    wish,
    credential,
    archive: true,
    approved: [{ length: base.size, sha256 }],
  });
  if (!written.ok) throw new Error(`the service seal cannot be used: ${written.code}`);
  return written.stored;
}

function withField(deps: PadesDeps, pdf: Uint8Array): ReturnType<typeof concatSource> {
  const update = beginUpdate(openPdf(bytesSource(pdf), signingLimits));
  addInvisibleSignatureField(update, fieldName);
  return concatSource(bytesSource(pdf), bytesSource(update.finish({ id: deps.random.bytes(16) }).bytes));
}
