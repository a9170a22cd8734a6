/** The end of step 12 of docs/flows/signing.md: what is on disk is what was meant, or the switch does not happen (T-002, T-008). */
import type { KnownBeginning, Watch } from "@siegel/kernel/pades/approved-base.ts";
import type { ValidationData } from "@siegel/kernel/pades/long-term.ts";
import { verifyWritten } from "@siegel/kernel/pades/verify-written.ts";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import type { Certificate } from "@siegel/kernel/x509/certificate.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { beginningOf } from "./check-base.ts";
import { knownUnits, readCertificate } from "./check-token.ts";
import type { Credential, PadesDeps } from "./signing-run.ts";

/** A written file does not hold. It is never offered to anybody; the step is taken again. */
export class WrittenSignatureInvalid extends Error {
  override readonly name = "WrittenSignatureInvalid";
}

/** A file to read back: it must be what its name says, begin with its base and carry a good signature of the credential in the named field. */
export type Readback = {
  readonly stored: StoredBytes;
  readonly beginnings: readonly KnownBeginning[];
  readonly fieldName: string;
  readonly credential: Credential;
  readonly anchors: readonly Certificate[];
  readonly archive: boolean;
  /** What must have arrived in the file's store. */
  readonly validationData: ValidationData;
  /** Sees all that is read. */
  readonly watch: Watch;
};

/**
 * Reads a written file back and checks everything about its new signature.
 * @throws WrittenSignatureInvalid, and what `watch` throws of a file in which nothing else is wrong
 */
export async function verifyBlob(deps: PadesDeps, source: ByteSource, readback: Readback): Promise<void> {
  const { stored, beginnings, fieldName, credential, anchors, archive, validationData, watch } = readback;
  if (source.size !== stored.size) throw new WrittenSignatureInvalid("the file has not the length that was written");
  const watched = heldBack(watch);
  const { findings } = await verifyWritten(source, {
    beginnings: [...beginnings, beginningOf(stored)],
    fieldName,
    level: archive ? "B-LTA" : "B-LT",
    certificate: readCertificate(credential.certificate),
    anchors,
    timestampAnchors: deps.timestamp.anchors.map(readCertificate),
    known: [...credential.chain.map(readCertificate), ...knownUnits(deps.timestamp)],
    at: deps.clock.now(),
    validationData,
    watch: watched.watch,
  });
  if (findings.length > 0) throw new WrittenSignatureInvalid(JSON.stringify(findings));
  watched.requireSame();
}

/** A file that arrived otherwise than it was written differs from its base as well, which then need not have changed. */
function heldBack(watch: Watch): { readonly watch: Watch; readonly requireSame: () => void } {
  const faults: unknown[] = [];
  return {
    watch: (at, bytes) => {
      if (faults.length > 0) return;
      try {
        watch(at, bytes);
      } catch (fault) {
        faults.push(fault);
      }
    },
    requireSame: () => {
      if (faults.length > 0) throw faults[0];
    },
  };
}
