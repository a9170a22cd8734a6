// All steps of one signature, from the file to the level asked for (EN 319 142-1 §6.3): server, judges, bench and
// fuzz sign in this order. A caller that must survive a power cut stores each step's result before the next begins and passes it in
// again; a caller that signs in one go stores nothing. A caller whose key is somewhere else stops before it: `prepareToSign` answers what that
// key has to sign, `cmsWithValue` takes the value, and with both in `earlier` the same order goes on.
import {
  type AttributesToSign,
  attributesToSign,
  type SignedContent,
  signedWithValue,
  signWithValue,
} from "../cms/sign-signed-data.ts";
import { addSignatureTimestamp, parseSignedData } from "../cms/signed-data.ts";
import type { TextShaper } from "../forms/shaped-text.ts";
import { type ByteSource, bytesSource, concatSource } from "../pdf/byte-source.ts";
import { signingLimits } from "../pdf/limits.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import type { Certificate } from "../x509/certificate.ts";
import { digestOf, type Signer } from "../x509/signature-algorithm.ts";
import { type ApprovedBase, type Copy, type KnownBeginning, openApproved, type Watch } from "./approved-base.ts";
import { digestApproved, type HashedBeginning } from "./byte-range.ts";
import { prepareDocumentTimestamp } from "./document-timestamp.ts";
import { buildLongTermUpdate, type ValidationData } from "./long-term.ts";
import { prepareRevision, type SignatureWish } from "./prepare-signature.ts";
import { fillContents, type PreparedRevision, type PreparedSignature } from "./prepared-signature.ts";

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
/** Asked after the signature timestamp, about the CMS that carries it, so that what it answers is younger. */
type CollectValidationData = (stamped: Uint8Array) => Promise<ValidationData>;

/** Who signs: a key that is somewhere else, its certificate and the issuing certificates. */
export type SigningIdentity = {
  readonly signer: Signer;
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
};

/** What earlier runs of the same signature left: the prepared revision, the CMS, and the CMS with its timestamp. */
export type EarlierSteps = {
  readonly prepared: PreparedSignature | null;
  readonly cms: Uint8Array | null;
  readonly stamped: Uint8Array | null;
};

/** Gets each step's result before the next begins. It must not keep the prepared bytes: they are written into afterwards. */
export type StepKeeper = {
  readonly prepared: (prepared: PreparedSignature) => Promise<void>;
  readonly cms: (cms: Uint8Array) => Promise<void>;
  readonly stamped: (stamped: Uint8Array) => Promise<void>;
};

/** A signature to make, or to go on with. */
export type SignatureOrder = Omit<SigningIdentity, "signer"> & {
  readonly wish: SignatureWish;
  readonly shaper: TextShaper;
  /** Asked for the key where something is left to be signed; null where the value was made elsewhere and its CMS is in `earlier`. */
  readonly signer: (() => Promise<Signer>) | null;
  readonly level: LevelWish;
  /** Second half of the file identifier of each revision after the signature's own, 16 bytes. */
  readonly fileId: () => Uint8Array;
  /** Certificates that are not read again where the timestamp carries the very same. */
  readonly known?: () => readonly Certificate[];
  /** What `source` must begin with, up to all of it; without, whatever it is. */
  readonly approved?: readonly KnownBeginning[];
  readonly earlier?: EarlierSteps;
  readonly keep?: StepKeeper;
};

/** A signed file as it was copied, which still has to be read back. */
export type SignedCopy = {
  readonly size: number;
  /** The hash of the bytes that were given to the copy. The reader finds out whether they arrived. */
  readonly sha256: Uint8Array;
  /** Begins the reader's pass: what was read of the base behind its digest, to find out what to append, must be in the file. */
  readonly beginPass: () => Watch;
};

/**
 * Takes the steps that are left of a signature over `source`, and answers the revisions to append to it.
 * @throws PdfRefusal, BaseChanged, SigningRefusal, ReserveTooSmall, and whatever signer, stamp, validationData and keeper throw
 */
export async function signInSteps(source: ByteSource, order: SignatureOrder): Promise<readonly Uint8Array[]> {
  const approved = order.approved === undefined ? null : openApproved(source, order.approved);
  return (await takeSteps({ source: approved?.source ?? source, approved }, order)).revisions;
}

/**
 * As `signInSteps`, and hands the signed file to `copy` from its first byte to its last, the base in the one pass that digests it: while
 * the signature is prepared, or, where an earlier run did that, once nothing is left to be asked for that others may not answer.
 */
export async function signOntoCopy(
  source: ByteSource,
  order: SignatureOrder & Required<Pick<SignatureOrder, "approved">>,
  copy: Copy,
): Promise<SignedCopy> {
  const approved = openApproved(source, order.approved, copy);
  const { revisions, digested } = await takeSteps({ source: approved.source, approved }, order);
  if (digested === null) throw new Error("a base that was approved is digested");
  const hash = digested.hash.copy();
  for (const revision of revisions) {
    hash.update(revision);
    await copy(revision);
  }
  const size = revisions.reduce((sum, revision) => sum + revision.length, digested.length);
  return { size, sha256: hash.digest(), beginPass: approved.beginPass };
}

/** A revision that waits for its value, and what the certificate's key has to sign for it. */
export type SignatureToMake = AttributesToSign & { readonly prepared: PreparedSignature };

/**
 * The first step alone, for a key that is somewhere else: the revision over `source`, and the attributes and digest to sign.
 * @throws PdfRefusal, BaseChanged, SigningRefusal, and what the keeper throws
 */
export async function prepareToSign(
  source: ByteSource,
  order: Pick<SignatureOrder, "wish" | "shaper" | "certificate" | "approved" | "keep">,
): Promise<SignatureToMake> {
  const prepared = await prepareForKey(source, order);
  const { algorithm, signedAttributes, digest } = attributesOf(prepared, order.certificate);
  return { prepared, algorithm, signedAttributes, digest };
}

/** The same for a certificate that does not exist yet: `attributesOf` answers what is to be signed once it does. @throws as `prepareToSign` */
export async function prepareForKey(
  source: ByteSource,
  order: Pick<SignatureOrder, "wish" | "shaper" | "approved" | "keep">,
): Promise<PreparedSignature> {
  const approved = order.approved === undefined ? null : openApproved(source, order.approved);
  return (await prepareStep({ source: approved?.source ?? source, approved }, order)).prepared;
}

/** What a certificate's key has to sign for a revision that was prepared earlier. @throws SigningRefusal */
export function attributesOf(prepared: PreparedSignature, certificate: Certificate): AttributesToSign {
  return attributesToSign({ content: contentOf(prepared), certificate });
}

/**
 * The CMS (DER) over a value that was made elsewhere for what `prepareToSign` answered: the step between it and the rest of the order.
 * @throws SigningRefusal when the value does not verify under the certificate's key
 */
export function cmsWithValue(
  prepared: PreparedSignature,
  { certificate, chain }: Pick<SigningIdentity, "certificate" | "chain">,
  value: Uint8Array,
): Uint8Array {
  return signedWithValue({ content: contentOf(prepared), certificate, chain }, value).der;
}

const contentOf = ({ documentDigest, digestAlgorithm }: PreparedSignature): SignedContent => ({
  kind: "detached",
  digest: documentDigest,
  digestAlgorithm,
});

/** What is signed, as all steps read it. */
type Base = { readonly source: ByteSource; readonly approved: ApprovedBase | null };

/** The revisions, and the digest of all of the base where it was approved. */
type Taken = { readonly revisions: readonly Uint8Array[]; readonly digested: HashedBeginning | null };

async function takeSteps(base: Base, order: SignatureOrder): Promise<Taken> {
  const { level } = order;
  const { prepared, revision } = await prepareStep(base, order);
  const cms = await stampStep(order, prepared);
  const signed = fillContents(prepared, cms);
  if (level.level === "B-B" || level.level === "B-T")
    return { revisions: [signed], digested: revision === null ? await digestBefore(base) : revision.base };
  const withSignature = concatSource(base.source, bytesSource(signed));
  const validationData = await level.validationData(cms);
  // It is digested before it is read: a file that is not as it was approved goes no further.
  const digested = revision === null ? await digestBefore(base) : revision.base;
  const hashed = revision?.hashed ?? digested;
  // If it was prepared in this run, what is known of it is not read again.
  const doc = revision === null ? openPdf(withSignature, signingLimits) : revision.documentIn(withSignature);
  const store = buildLongTermUpdate(doc, validationData, order.fileId());
  if (level.level === "B-LT") return { revisions: [signed, store.bytes], digested };
  const archive = await prepareDocumentTimestamp(
    store.documentIn(concatSource(withSignature, bytesSource(store.bytes))),
    { fieldName: level.timestampField, fileId: order.fileId() },
    hashed ?? undefined,
  );
  const revisions = [signed, store.bytes, fillContents(archive, await level.stamp(archive.documentDigest))];
  return { revisions, digested };
}

/** What an earlier run prepared a signature for. */
async function digestBefore({ approved }: Base): Promise<HashedBeginning | null> {
  return approved === null ? null : await digestApproved(approved);
}

/** Values, appearance and placeholder in one revision, with what this run knows of it; an earlier run's is taken as it is. */
async function prepareStep(
  { source, approved }: Base,
  { wish, shaper, earlier, keep }: Pick<SignatureOrder, "wish" | "shaper" | "earlier" | "keep">,
): Promise<{ readonly prepared: PreparedSignature; readonly revision: PreparedRevision | null }> {
  if (earlier !== undefined && earlier.prepared !== null) return { prepared: earlier.prepared, revision: null };
  const revision = await prepareRevision(openPdf(source, signingLimits), { ...wish, approved }, shaper);
  await keep?.prepared(revision.prepared);
  return { prepared: revision.prepared, revision };
}

/** The CMS as it goes into the file: with its timestamp, but at B-B. */
async function stampStep(order: SignatureOrder, prepared: PreparedSignature): Promise<Uint8Array> {
  const { level, certificate, chain, known, earlier, keep } = order;
  if (earlier !== undefined && earlier.stamped !== null) return earlier.stamped;
  const { der, signature } = await signStep(order, prepared);
  if (level.level === "B-B") return der;
  const token = await level.stamp(digestOf("sha256", signature));
  const stamped = addSignatureTimestamp(der, token, [certificate, ...chain, ...(known?.() ?? [])]);
  await keep?.stamped(stamped);
  return stamped;
}

async function signStep(
  { certificate, chain, signer, earlier, keep }: SignatureOrder,
  prepared: PreparedSignature,
): Promise<{ readonly der: Uint8Array; readonly signature: Uint8Array }> {
  if (earlier !== undefined && earlier.cms !== null)
    return { der: earlier.cms, signature: parseSignedData(earlier.cms, [certificate, ...chain]).signerInfo.signature };
  if (signer === null) throw new Error("nothing signs, and no CMS is there");
  const made = await signWithValue({ content: contentOf(prepared), signer: await signer(), certificate, chain });
  await keep?.cms(made.der);
  return made;
}
