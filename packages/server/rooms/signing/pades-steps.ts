/** What the kernel does in each step: prepare, sign, stamp, and write with validation data (docs/flows/signing.md 8 to 12). */
import { signSignedData } from "@siegel/kernel/cms/sign-signed-data.ts";
import { addSignatureTimestamp, parseSignedData } from "@siegel/kernel/cms/signed-data.ts";
import { prepareDocumentTimestamp } from "@siegel/kernel/pades/document-timestamp.ts";
import { buildLongTermUpdate } from "@siegel/kernel/pades/long-term.ts";
import { prepareSignature } from "@siegel/kernel/pades/prepare-signature.ts";
import { embedContents, type PreparedSignature } from "@siegel/kernel/pades/prepared-signature.ts";
import { type ByteSource, bytesSource, concatSource, windowsOf } from "@siegel/kernel/pdf/byte-source.ts";
import { signingLimits } from "@siegel/kernel/pdf/limits.ts";
import { openPdf, type PdfDocument } from "@siegel/kernel/pdf/open-pdf.ts";
import { TimestampUnavailable } from "../../ports/timestamp.ts";
import type { StoredBytes } from "../documents/documents.ts";
import { checkToken, knownUnits, readCertificate, sha256 } from "./check-token.ts";
import { collectValidationData } from "./collect-validation-data.ts";
import type { FailureCode } from "./signing-rules.ts";
import type { Credential, PadesDeps, Stamped } from "./signing-run.ts";
import { verifyBlob } from "./verify-blob.ts";

/** A signature to prepare in an existing field. */
export type Wish = {
  readonly fieldName: string;
  readonly lockedPrefix: string | null;
  readonly values: ReadonlyArray<{ readonly name: string; readonly value: string }>;
  readonly claimedTime: Date;
  readonly signerName: string;
  readonly lines: readonly string[];
};

/** Step 8: values, appearance and placeholder in one incremental update of `source`. */
export async function prepareOn(deps: PadesDeps, source: ByteSource, wish: Wish): Promise<PreparedSignature> {
  return await prepareSignature(
    source,
    {
      fieldName: wish.fieldName,
      claimedTime: wish.claimedTime,
      signerName: wish.signerName,
      values: new Map(wish.values.map(({ name, value }) => [name, value])),
      ...(wish.lockedPrefix === null ? {} : { lockedFields: [wish.lockedPrefix] }),
      appearance: { lines: wish.lines },
      fileId: deps.random.bytes(16),
    },
    deps.shaper,
  );
}

/** Step 9: the CMS over the prepared digest. @throws SigningRefusal when key and certificate do not belong together (T-007) */
export async function signOn(
  deps: PadesDeps,
  prepared: PreparedSignature,
  credential: Credential,
): Promise<Uint8Array> {
  return await signSignedData({
    content: { kind: "detached", digest: prepared.documentDigest, digestAlgorithm: prepared.digestAlgorithm },
    signer: await deps.keys.signer(credential.keyId),
    certificate: readCertificate(credential.certificate),
    chain: credential.chain.map(readCertificate),
  });
}

/** Step 10: the signature timestamp over the signature value. @throws TimestampUnavailable */
export async function stampOn(deps: PadesDeps, cms: Uint8Array): Promise<Stamped> {
  const { signature } = parseSignedData(cms).signerInfo;
  const { token, genTime } = await checkedStamp(deps, sha256(signature));
  return { cms: addSignatureTimestamp(cms, token, knownUnits(deps.timestamp)), at: genTime };
}

/** A token is checked once more by whoever embeds it (T-006): nothing that a port hands out gets into a document unseen. */
async function checkedStamp(deps: PadesDeps, digest: Uint8Array): Promise<{ token: Uint8Array; genTime: Date }> {
  const { token } = await deps.timestamp.stamp(digest);
  const checked = checkToken(deps.timestamp, { token, digest });
  if (!checked.ok) throw new TimestampUnavailable(`the token does not hold: ${checked.code}`, { cause: checked });
  return { token, genTime: checked.info.genTime };
}

/** A stamped signature to write behind its base. */
export type Writing = {
  readonly base: ByteSource;
  readonly prepared: PreparedSignature;
  readonly stamped: Stamped;
  readonly credential: Credential;
  /** With a document timestamp over everything: B-LTA instead of B-LT. */
  readonly archive: boolean;
  readonly fieldName: string;
};

/** A stored file that was read back and holds, or the code that ends the act. */
export type Written = ({ readonly ok: true } & StoredBytes) | { readonly ok: false; readonly code: FailureCode };

/** Steps 11 and 12. @throws RevocationStatusUnavailable, TimestampUnavailable, WrittenSignatureInvalid */
export async function writeSigned(deps: PadesDeps, writing: Writing): Promise<Written> {
  const collected = await collectValidationData(deps, { credential: writing.credential, stamped: writing.stamped });
  if (!collected.ok) return collected;
  const revision = embedContents(writing.prepared, writing.stamped.cms);
  const signed = concatSource(writing.base, bytesSource(revision));
  const store = buildLongTermUpdate(openPdf(signed, signingLimits), collected.validationData, deps.random.bytes(16));
  const parts = [revision, store.bytes];
  const withStore = concatSource(signed, bytesSource(store.bytes));
  if (writing.archive) parts.push(await archiveTimestamp(deps, store.documentIn(withStore)));
  const stored = await deps.blobs.put(wholeFile(writing.base, parts));
  const { anchors, validationData } = collected;
  await verifyBlob(deps, { ...writing, stored, anchors, validationData });
  return { ok: true, ...stored };
}

async function archiveTimestamp(deps: PadesDeps, doc: PdfDocument): Promise<Uint8Array> {
  const prepared = await prepareDocumentTimestamp(doc, {
    fieldName: `Timestamp_${deps.random.id()}`,
    fileId: deps.random.bytes(16),
  });
  const { token } = await checkedStamp(deps, prepared.documentDigest);
  return embedContents(prepared, token);
}

/** The base window by window, then what follows it: a file is never held in memory whole. */
async function* wholeFile(base: ByteSource, parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* windowsOf(base);
  yield* parts;
}
