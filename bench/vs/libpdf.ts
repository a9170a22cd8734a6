/** `vs.libpdf.*`: the same file signed to B-B with the same key by LibPDF. */
import { createPublicKey, verify } from "node:crypto";
import { CryptoKeySigner, PDF } from "@libpdf/core";
import { encodeOctetString } from "@siegel/kernel/asn1/der-writer.ts";
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { parseSignedData, singleValue } from "@siegel/kernel/cms/signed-data.ts";
import { digestByteRange } from "@siegel/kernel/pades/byte-range.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { type Identity, NOW } from "../../fixtures/hierarchy.ts";
import type { Bench } from "../figure.ts";
import { interleave, type Plan, ratioOfRates, type Side } from "../interleave.ts";
import { fieldName } from "../kernel/document.ts";
import { shortDocument, signingSide } from "../kernel/signatures.ts";
import { makeSignatory, makeTrust, type Trust } from "../kernel/trust.ts";

const keys = {
  p256: {
    algorithm: "ecdsa-p256-sha256",
    keyType: "EC",
    scheme: "ECDSA",
    parameters: { name: "ECDSA", namedCurve: "P-256" },
  },
  rsa3072: {
    algorithm: "rsa-pss-sha256",
    keyType: "RSA",
    // What their RSA signers do by default; it costs what RSASSA-PSS costs.
    scheme: "RSASSA-PKCS1-v1_5",
    parameters: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
  },
} as const;

async function libpdfSide(trust: Trust, signatory: Identity, kind: keyof typeof keys): Promise<Side<Uint8Array>> {
  const { keyType, scheme, parameters } = keys[kind];
  const pkcs8 = signatory.privateKey.export({ type: "pkcs8", format: "der" });
  const key = await globalThis.crypto.subtle.importKey("pkcs8", pkcs8, parameters, false, ["sign"]);
  const chain = [trust.issuingCa.certificate.der];
  const signer = new CryptoKeySigner(key, signatory.certificate.der, keyType, scheme, chain);
  return {
    once: async () => {
      const pdf = await PDF.load(shortDocument);
      const { bytes } = await pdf.sign({ signer, fieldName, signingTime: NOW, level: "B-B" });
      return bytes;
    },
    check: async (files) => {
      for (const file of files) await requireSound(file, signatory);
    },
  };
}

/** Their signature has to hold as cryptography; names of algorithms and attributes that PAdES does not take are theirs. */
async function requireSound(file: Uint8Array, signatory: Identity): Promise<void> {
  const source = bytesSource(file);
  const [found] = listSignatures(openPdf(source)).signatures;
  if (found === undefined) throw new Error("LibPDF left no signature");
  const { signerInfo } = parseSignedData(found.contents);
  const digest = await digestByteRange(source, found.byteRange, "sha256");
  const claimed = singleValue(signerInfo.signedAttributes, OID.messageDigest);
  const isOfFile = claimed !== null && Buffer.compare(claimed, encodeOctetString(digest)) === 0;
  const key = createPublicKey(signatory.privateKey);
  if (!isOfFile || !verify("sha256", signerInfo.signedAttributesDer, key, signerInfo.signature))
    throw new Error("the signature of LibPDF does not hold");
}

function against(kind: keyof typeof keys, floor: Omit<Bench["floor"], "at">, plan: Omit<Plan, "effort">): Bench {
  const name = `vs.libpdf.${kind}`;
  return {
    name,
    floor: { at: "least", ...floor },
    measure: async (effort) => {
      const trust = await makeTrust();
      const signatory = await makeSignatory(trust, keys[kind].algorithm);
      const ours = signingSide(trust, signatory, { file: shortDocument, level: { level: "B-B" } });
      // Theirs answers the whole file.
      const once = async (): Promise<Uint8Array> =>
        Buffer.concat([shortDocument, await ours.once()]).subarray(shortDocument.length);
      const pairs = await interleave({ ...ours, once }, await libpdfSide(trust, signatory, kind), { ...plan, effort });
      return ratioOfRates({ name, note: "B-B of the same 40 KB file, ours ÷ LibPDF 0.4.2" }, pairs);
    },
  };
}

/** With P-256: at least 15 times theirs. */
export const libpdfP256 = against(
  "p256",
  { value: 15, goal: 30 },
  { calls: 60, baselineCalls: 4, turns: 15, warmUp: 300 },
);
/** With RSA-3072: at least 4 times theirs. */
export const libpdfRsa3072 = against(
  "rsa3072",
  { value: 4, goal: 7 },
  { calls: 20, baselineCalls: 5, turns: 15, warmUp: 300 },
);
