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

/** The hash in a qualified code's MAC: act, certificate, the signer's own part, each base, and the attributes to be signed over it. */
export function codeStateHash(
  preparation: Pick<Preparation, "actId" | "documents">,
  credential: Pick<Credential, "certificate">,
  { stateHash, bases }: CodeState,
): string {
  const attributes = attributesToSign(preparation, credential).map(sha256Of);
  const said = [
    preparation.actId,
    sha256Of(credential.certificate),
    stateHash,
    bases.map(({ fileId, sha256 }) => [fileId, sha256]),
    attributes,
  ];
  return createHash("sha256").update(JSON.stringify(said)).digest("hex");
}

/** The state that a preparation was made in. */
export const stateOf = ({ stateHash, documents }: Pick<Preparation, "stateHash" | "documents">): CodeState => ({
  stateHash,
  bases: documents.map(({ fileId, base }) => ({ fileId, sha256: base.sha256 })),
});
