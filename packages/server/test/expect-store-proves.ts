/** Reads the security store of a signed file and compares it with the certificates that need proof (EN 319 142-1 table 1, r–v). */
import { OID } from "@siegel/kernel/asn1/oids.ts";
import { parseSignedData, singleValue } from "@siegel/kernel/cms/signed-data.ts";
import { catalogOf, dictionaryOf, itemsOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { expect } from "vitest";
import type { Db } from "../db/database.ts";
import { trustAnchors } from "../rooms/authority/authority.ts";
import { nth } from "./signing-world.ts";

/**
 * Every certificate below the root has its proof: OCSP for signer and time-stamping unit, the root's list for the issuing CA, or for both
 * where signer and unit have two.
 */
export async function expectStoreProves(
  db: Db,
  { file, cms, issuingCas = 1 }: { file: Uint8Array; cms: Uint8Array; issuingCas?: number },
): Promise<void> {
  const doc = openPdf(bytesSource(file));
  const store = dictionaryOf(doc, catalogOf(doc).entries.get("DSS"));
  const derOf = (key: string): Uint8Array[] =>
    itemsOf(doc, store.entries.get(key)).map((item) => {
      const stream = doc.resolve(item);
      if (stream?.kind !== "stream") throw new Error(`${key} holds something else`);
      return doc.decodeStream(stream);
    });
  const answered = derOf("OCSPs").flatMap((der) => {
    const response = parseOcspResponse(der);
    return response.status === "successful" ? response.responses.map((one) => one.certId.serialNumber) : [];
  });
  const { signerInfo } = parseSignedData(cms);
  const token = singleValue(signerInfo.unsignedAttributes, OID.signatureTimeStampToken);
  if (token === null) throw new Error("the signature carries no timestamp");
  const unit = parseSignedData(token).signerInfo.serialNumber;
  expect(answered.sort()).toEqual([signerInfo.serialNumber, unit].sort());
  const root = parseCertificate(nth(await trustAnchors(db), 0));
  expect(derOf("CRLs").map((der) => Buffer.from(parseCrl(der).issuer))).toEqual([Buffer.from(root.subject)]);
  const kept = derOf("Certs").map((der) => parseCertificate(der).serialNumber);
  expect(kept).toEqual(expect.arrayContaining([signerInfo.serialNumber, unit, root.serialNumber]));
  // Signer, root, time-stamping unit; of each issuing CA it and its OCSP signer: each once.
  const expected = 3 + 2 * issuingCas;
  expect(new Set(kept).size).toBe(expected);
  expect(kept).toHaveLength(expected);
}
