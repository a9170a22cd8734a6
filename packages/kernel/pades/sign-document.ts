// All steps of one signature in a row, from the file to the level asked for (EN 319 142-1 §6.3). The server takes the same
// steps one by one and stores each; whoever signs in one go, as examples and judges do, takes them here.
import { signSignedData } from "../cms/sign-signed-data.ts";
import { addSignatureTimestamp, parseSignedData } from "../cms/signed-data.ts";
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import type { TextShaper } from "../pdf/shaped-text.ts";
import type { Certificate } from "../x509/certificate.ts";
import { digestOf, type Signer } from "../x509/signature-algorithm.ts";
import { prepareDocumentTimestamp } from "./document-timestamp.ts";
import { buildLongTermUpdate, type ValidationData } from "./long-term.ts";
import { prepareSignature, type SignatureWish } from "./prepare-signature.ts";
import { embedContents } from "./prepared-signature.ts";

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
  const prepared = await prepareSignature(source, wish, wish.shaper);
  const content = {
    kind: "detached",
    digest: prepared.documentDigest,
    digestAlgorithm: prepared.digestAlgorithm,
  } as const;
  const cms = await signSignedData({ content, signer: wish.signer, certificate: wish.certificate, chain: wish.chain });
  if (level.level === "B-B") return embedContents(prepared, cms);
  const imprint = digestOf("sha256", parseSignedData(cms, [wish.certificate, ...wish.chain]).signerInfo.signature);
  const signed = embedContents(prepared, addSignatureTimestamp(cms, await level.stamp(imprint)));
  if (level.level === "B-T") return signed;
  const withSignature = concatSource(source, bytesSource(signed));
  const longTerm = buildLongTermUpdate(withSignature, await level.validationData(), wish.fileId);
  if (level.level === "B-LT") return Buffer.concat([signed, longTerm]);
  const withStore = concatSource(withSignature, bytesSource(longTerm));
  const archive = await prepareDocumentTimestamp(withStore, { fieldName: level.timestampField, fileId: wish.fileId });
  return Buffer.concat([signed, longTerm, embedContents(archive, await level.stamp(archive.documentDigest))]);
}
