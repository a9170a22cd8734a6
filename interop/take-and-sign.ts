/** One file on its whole way, by the kernel and the rules of intake alone: taken in, filled, visibly signed, up to B-LTA where asked. */
import { randomBytes } from "node:crypto";
import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import type { Mark } from "@siegel/contract/limits.ts";
import { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import type { SignatureAppearance } from "@siegel/kernel/forms/appearance.ts";
import { type ByteSource, bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import type { ShownRect } from "@siegel/kernel/pdf/pages.ts";
import { type Hierarchy, type Identity, issuePerson, makeHierarchy } from "../fixtures/hierarchy.ts";
import { openTextShaping } from "../packages/server/adapters/fonts/text-shaping.ts";
import { prepareDocument } from "../packages/server/rooms/intake/prepare-document.ts";
import { signAt } from "./fresh-files.ts";

/** Where the signer's field and visible signature go on the first page, in points from its top left; what the field holds; whose key. */
export type Signing = {
  readonly text?: ShownRect;
  readonly signature?: ShownRect;
  /** Where the signature shows without one. */
  readonly mark?: Exclude<Mark, "none">;
  readonly value?: string;
  readonly shown?: SignatureAppearance;
  readonly hierarchy: Hierarchy;
  readonly person: Identity;
  readonly level: "B-B" | "B-LTA";
};

/** Who signs, and the authority behind them. */
export type Signer = Pick<Signing, "hierarchy" | "person">;

/** A person with a certificate of a fresh hierarchy. */
export async function makeSigner(): Promise<Signer> {
  const at = new Date();
  const hierarchy = await makeHierarchy("ecdsa-p256-sha256", at);
  const holder = { algorithm: "ecdsa-p256-sha256", name: "Käthe Größe", number: "1" } as const;
  return { hierarchy, person: await issuePerson(hierarchy.issuingCa, holder, at) };
}

/** The file as it was signed, and what it was before its fields were added: the original, or that written anew. */
export type Signed = { readonly taken: Uint8Array; readonly signed: Uint8Array };

const signerId = "signer".padEnd(26, "0") as SignerId;

/** Takes `file` in and signs it. @throws where intake refuses it, with the code as the message's beginning */
export async function takeAndSign(file: Uint8Array, signing: Signing): Promise<Signed> {
  const { hierarchy, person, level } = signing;
  const { taken, prepared } = await takeIn(file, signing);
  const wish = {
    fieldName: signatureFieldName(signerId),
    claimedTime: new Date(Math.floor(Date.now() / 1_000) * 1_000),
    signerName: "Käthe Größe",
    lockedFields: [signerId],
    fileId: new Uint8Array(randomBytes(16)),
    ...(signing.text === undefined ? {} : { values: new Map([[`${signerId}.text`, signing.value ?? "Überlingen"]]) }),
    ...(signing.signature === undefined && signing.mark === undefined
      ? {}
      : { appearance: signing.shown ?? { lines: ["Käthe Größe-Łukasz"] } }),
  };
  const signed = await signAt(prepared, { wish, hierarchy, person, level });
  return { taken, signed };
}

async function takeIn(
  file: Uint8Array,
  { text, signature, mark }: Signing,
): Promise<{ taken: Uint8Array; prepared: Uint8Array }> {
  let taken = file;
  const rewrite = (parts: Iterable<Uint8Array>): ByteSource => {
    taken = Buffer.concat([...parts]);
    return bytesSource(taken);
  };
  const placed = { path: "fields", document: "document", page: 1 } as const;
  const fields = [
    ...(text === undefined ? [] : [{ ...placed, kind: "text", rect: [...text] as Rect, name: "text" } as const]),
    ...(signature === undefined ? [] : [{ ...placed, kind: "signature", rect: [...signature] as Rect } as const]),
  ];
  const prepared = await prepareDocument(
    bytesSource(file),
    {
      fileId: "file" as FileId,
      signers: [{ signerId, reference: "nobody_else", label: "Käthe Größe", fields }],
      marks:
        mark === undefined
          ? { mark: "none" }
          : {
              mark,
              language: "de",
              document: "Mietvertrag Hafenstraße.pdf",
              workflowId: "0f3a9c1e7b2d4f60" as WorkflowId,
            },
      limits: { fileBytesMax: 1e8, pagesMax: 5_000 },
      identity: new Uint8Array(randomBytes(16)),
      language: "en" as const,
      isSigned: true,
    },
    { rewrite, fonts: async () => openTextShaping() },
  );
  if (!prepared.ok) throw new Error(`${prepared.code}: ${prepared.message}`);
  return { taken, prepared: Buffer.concat([taken, prepared.appended]) };
}

type Rect = [number, number, number, number];
