// All steps of one signature in a row, from the file to the level asked for (EN 319 142-1 §6.3). The server takes the same
// steps one by one and stores each; whoever signs in one go, as examples and judges do, takes them here.
import { signWithValue } from "../cms/sign-signed-data.ts";
import { addSignatureTimestamp } from "../cms/signed-data.ts";
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import { signingLimits } from "../pdf/limits.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import type { TextShaper } from "../pdf/shaped-text.ts";
import type { Certificate } from "../x509/certificate.ts";
import { digestOf, type Signer } from "../x509/signature-algorithm.ts";
import { prepareDocumentTimestamp } from "./document-timestamp.ts";
import { buildLongTermUpdate, type ValidationData } from "./long-term.ts";
import { prepareRevision, type SignatureWish } from "./prepare-signature.ts";
import { fillContents } from "./prepared-signature.ts";

/** The baseline levels, each with what it needs from the world. `stamp` answers the token over a SHA-256 digest. */
export type LevelWish =
  | { readonly level: "B-B" }
  | { readonly level: "B-T"; readonly stamp: Stamp }
  | { readonly level: "B-LT"; readonly stamp: Stamp; readonly validationData: CollectValidationData }
  | {
      readonly level: "B-LTA";
      readonly stamp: Stamp;
      readonly validationData: CollectValidationData;
      /** Name of the document timestamp's field, new in this document. */
      readonly timestampField: string;
    };
type Stamp = (imprint: Uint8Array) => Promise<Uint8Array>;
/** Asked after the signature timestamp, so that what it answers is younger. */
type CollectValidationData = () => Promise<ValidationData>;

/** Who signs: a key that is somewhere else, its certificate and the issuing certificates. */
export type SigningIdentity = {
  readonly signer: Signer;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
};

/**
 * Signs `source` and answers the octets to append to it.
 * @throws PdfRefusal, SigningRefusal, ReserveTooSmall, and whatever signer, stamp and validationData throw
 */
export async function signDocument(
  source: ByteSource,
  wish: SignatureWish & { readonly shaper: TextShaper } & SigningIdentity,
  level: LevelWish,
): Promise<Uint8Array> {
  const revision = await prepareRevision(openPdf(source, signingLimits), wish, wish.shaper);
  const { prepared } = revision;
  const content = {
    kind: "detached",
    digest: prepared.documentDigest,
    digestAlgorithm: prepared.digestAlgorithm,
  } as const;
  const { signer, certificate, chain } = wish;
  const { der: cms, signature } = await signWithValue({ content, signer, certificate, chain });
  if (level.level === "B-B") return fillContents(prepared, cms);
  const token = await level.stamp(digestOf("sha256", signature));
  const signed = fillContents(prepared, addSignatureTimestamp(cms, token, [certificate, ...chain]));
  if (level.level === "B-T") return signed;
  const withSignature = concatSource(source, bytesSource(signed));
  const store = buildLongTermUpdate(revision.documentIn(withSignature), await level.validationData(), wish.fileId);
  if (level.level === "B-LT") return Buffer.concat([signed, store.bytes]);
  const archive = await prepareDocumentTimestamp(
    store.documentIn(concatSource(withSignature, bytesSource(store.bytes))),
    { fieldName: level.timestampField, fileId: wish.fileId },
    revision.hashed,
  );
  return Buffer.concat([signed, store.bytes, fillContents(archive, await level.stamp(archive.documentDigest))]);
}
