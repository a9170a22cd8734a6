/** What a qualified signer's code binds to: exactly what their key is to sign (decisions.md §9, §13 "What a q_ code binds"). */
import { createHash } from "node:crypto";
import type { FileId } from "@siegel/contract/ids.ts";
import { parsePrepared } from "@siegel/kernel/pades/prepared-signature.ts";
import { attributesOf } from "@siegel/kernel/pades/sign-document.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { readCertificate } from "./check-token.ts";
import type { Preparation } from "./preparation-store.ts";
import type { Credential } from "./signing-run.ts";

/** SHA-256, hex. */
export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** DER of the attributes that the key has to sign for each document, in their order. @throws SigningRefusal */
export function attributesToSign(
  { documents }: Pick<Preparation, "documents">,
  credential: Pick<Credential, "certificate">,
): readonly Uint8Array[] {
  const certificate = readCertificate(credential.certificate);
  return documents.map(({ prepared }) => attributesOf(parsePrepared(prepared), certificate).signedAttributes);
}

/** Where a signer's part and the files stand: what they are compared with when the code is typed. */
export type CodeState = {
  readonly stateHash: string;
  readonly bases: ReadonlyArray<{ readonly fileId: FileId; readonly sha256: Sha256Hex }>;
};

/** What a qualified code stands for beside the documents: a certificate, or the key and name of one that is issued with the signature. */
export type SignsWith =
  | ({ readonly kind: "certificate" } & Pick<Credential, "reference" | "serial" | "certificate" | "holder">)
  | {
      readonly kind: "key";
      /** How the preparation remembers it. */
      readonly reference: string;
      readonly serial: null;
      /** DER SubjectPublicKeyInfo. */
      readonly subjectPublicKeyInfo: Uint8Array;
      /** Common name of the subject to come. */
      readonly holder: string;
    };

/** The hash in a qualified code's MAC: act, certificate, the signer's own part, each base, and the attributes to be signed over it; or key and name, and the digest of each document (decisions.md §13). */
export function codeStateHash(
  preparation: Pick<Preparation, "actId" | "documents">,
  signsWith: SignsWith,
  { stateHash, bases }: CodeState,
): string {
  const said = [
    preparation.actId,
    ...whoSigns(signsWith),
    stateHash,
    bases.map(({ fileId, sha256 }) => [fileId, sha256]),
    whatIsSigned(preparation, signsWith),
  ];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

const whoSigns = (signsWith: SignsWith): readonly string[] =>
  signsWith.kind === "certificate"
    ? [sha256Of(signsWith.certificate)]
    : [signsWith.reference, sha256Of(signsWith.subjectPublicKeyInfo), signsWith.holder];

function whatIsSigned(preparation: Pick<Preparation, "documents">, signsWith: SignsWith): readonly string[] {
  if (signsWith.kind === "certificate") return attributesToSign(preparation, signsWith).map(sha256Of);
  return preparation.documents.map(({ prepared }) =>
    Buffer.from(parsePrepared(prepared).documentDigest).toString("hex"),
  );
}

/** The state that a preparation was made in. */
export const stateOf = ({ stateHash, documents }: Pick<Preparation, "stateHash" | "documents">): CodeState => ({
  stateHash,
  bases: documents.map(({ fileId, base }) => ({ fileId, sha256: base.sha256 })),
});
