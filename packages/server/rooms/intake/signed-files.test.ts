/** A file that somebody signed with references past its last object: taken as it is, and outside readers find both signatures sound. */

import { addFields } from "@siegel/kernel/forms/add-fields.ts";
import type { SigningIdentity } from "@siegel/kernel/pades/sign-document.ts";
import { catalogOf, itemsOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { makeHierarchy, NOW } from "../../../../fixtures/hierarchy.ts";
import { judge } from "../../../../fixtures/judge-pdf.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { monospaceShaper as shaper } from "../../../../fixtures/monospace-shaper.ts";
import { hasTools } from "../../../../fixtures/outside-tool.ts";
import { signInOneGo } from "../../../../fixtures/sign-in-one-go.ts";
import { idOf, taken } from "../../test/take-in.ts";
import { earlierSignatures } from "./intake-notices.ts";

const fileId = new Uint8Array(16).fill(7);

async function signedBy(file: Uint8Array, signerId: string, identity: SigningIdentity): Promise<Buffer> {
  const names = { fieldName: `Sig_${signerId}`, signerName: "Ada Berg", lockedFields: [signerId] };
  const wish = { ...names, claimedTime: NOW, fileId, shaper, ...identity };
  return Buffer.concat([file, await signInOneGo(file, wish, { level: "B-B" })]);
}

/** One page, signed by its author; something in it refers to the numbers that the next objects would get. */
async function authored(identity: SigningIdentity, xref: "table" | "object-streams"): Promise<Buffer> {
  const past = Array.from({ length: 30 }, (_, i) => `${12 + i} 0 R`).join(" ");
  const base = makePdf({
    xref,
    objects: [
      `<< /Type /Catalog /Pages 2 0 R /Past [${past}] >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
      contentStream("0 g"),
    ],
  });
  const update = beginUpdate(openPdf(bytesSource(base)));
  addFields(update, [{ kind: "signature", signerId: "author" }]);
  return await signedBy(Buffer.concat([base, update.finish({ id: fileId }).bytes]), "author", identity);
}

describe.skipIf(!hasTools("qpdf", "pdfsig"))("a signed file with references to nothing (needs qpdf and pdfsig)", () => {
  it.each(["table", "object-streams"] as const)("keeps every byte and what it says of them: %s", async (xref) => {
    const { person, issuingCa } = await makeHierarchy("ecdsa-p256-sha256");
    const identity = { ...person, chain: [issuingCa.certificate] };
    const sent = await authored(identity, xref);
    const { prepared, notices } = await taken(sent);
    expect(notices).toEqual([earlierSignatures(1, "en")]);
    const signed = await signedBy(prepared, idOf("alice"), identity);
    expect(signed.subarray(0, sent.length).equals(sent)).toBe(true);
    const before = openPdf(bytesSource(sent));
    const after = openPdf(bytesSource(signed));
    const meant = (doc: typeof after) =>
      itemsOf(doc, catalogOf(doc).entries.get("Past")).map((ref) => doc.resolve(ref)?.kind);
    expect(meant(before).filter((kind) => kind === undefined).length).toBeGreaterThan(10);
    expect(meant(after)).toEqual(meant(before));
    const { qpdf, signatures } = judge(signed);
    expect([qpdf, ...signatures]).toEqual([0, "Signature is Valid.", "Signature is Valid."]);
  });
});
