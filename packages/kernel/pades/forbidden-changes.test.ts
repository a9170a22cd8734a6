/** What authors of fields, and whoever signed before, forbid (ISO 32000-2 §12.7.5.5, §12.8.2). */
import { describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { type Forbids, foreignField, foreignSigned } from "../../../fixtures/foreign-signature.ts";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { prepareAlone } from "../../../fixtures/prepare-alone.ts";
import { addFields } from "../forms/add-fields.ts";
import { signatureLocks } from "../forms/field-locks.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";

const fileId = new Uint8Array(16);

/** A page with the text fields `a.name`, `a.city`, `ab.name` and the signature field `Sig_a`. */
function form(): Uint8Array {
  const base = plainPdf();
  const update = beginUpdate(openPdf(bytesSource(base)));
  const text = (signerId: string, name: string, y: number) =>
    ({ kind: "text", signerId, name, page: 1, rect: [72, y, 200, 20] }) as const;
  const texts = [text("a", "name", 100), text("a", "city", 140), text("ab", "name", 180)];
  addFields(update, [...texts, { kind: "signature", signerId: "a" }]);
  return Buffer.concat([base, update.finish({ id: fileId }).bytes]);
}

/** A page with the signature field `Sig_a` and its author's seed values. */
const seeded = (entries: string): Uint8Array =>
  makePdf({
    objects: [
      "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
      "<< /Type /Page /Parent 2 0 R /Annots [4 0 R] >>",
      `<< /FT /Sig /T (Sig_a) /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R /SV << ${entries} >> >>`,
    ],
  });

const prepare = (pdf: Uint8Array, values: Readonly<Record<string, string>> = {}) =>
  prepareAlone(pdf, {
    fieldName: "Sig_a",
    claimedTime: new Date(0),
    signerName: "Ada",
    values: new Map(Object.entries(values)),
    fileId,
  });

describe("signatureLocks", () => {
  it.each<[string, Forbids, readonly string[]]>([
    ["a certification", { certifies: 2 }, []],
    ["some fields, with those below", { locks: { action: "Include", fields: ["a", "x"] } }, ["a.name", "a.city"]],
    ["one field", { locks: { action: "Include", fields: ["a.name"] } }, ["a.name"]],
    ["all fields", { locks: { action: "All" } }, ["a.name", "a.city", "ab.name"]],
    ["all but some", { locks: { action: "Exclude", fields: ["a"] } }, ["ab.name"]],
  ])("locks, by %s, those fields and no other", async (_what, forbids, locked) => {
    const { lockedBy } = signatureLocks(openPdf(bytesSource(await foreignSigned(form(), forbids))));
    const names = ["a.name", "a.city", "ab.name"];
    expect(names.filter((name) => lockedBy(name) === foreignField)).toEqual(locked);
  });

  it("takes the strictest level of certification and locks", async () => {
    const levelOf = async (forbids: Forbids) =>
      signatureLocks(openPdf(bytesSource(await foreignSigned(form(), forbids)))).level;
    expect(await levelOf({})).toBeUndefined();
    expect(await levelOf({ certifies: 3 })).toBe(3);
    expect(await levelOf({ certifies: 3, locks: { action: "All", level: 2 } })).toBe(2);
    expect(await levelOf({ locks: { action: "All", level: 1 } })).toBe(1);
  });

  it("counts no lock of a field that nobody has signed", () => {
    const { lockedBy } = signatureLocks(openPdf(bytesSource(form())));
    expect(lockedBy("a.name")).toBeUndefined();
  });
});

describe("preparing a signature", () => {
  it("changes no value that an earlier signature locks", async () => {
    const pdf = await foreignSigned(form(), { locks: { action: "Include", fields: ["a.name"] } });
    await expect(prepare(pdf, { "a.name": "Ada" })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      message: `field a.name is locked by the signature in ${foreignField}`,
    });
    await expect(prepare(pdf, { "a.city": "Ulm" })).resolves.toBeDefined();
  });

  it("does not sign what is certified against any change", async () => {
    const pdf = await foreignSigned(form(), { certifies: 1 });
    await expect(prepare(pdf)).rejects.toMatchObject({ code: "FILE_CERTIFIED" });
  });

  it.each([
    ["another filter", "/Ff 1 /Filter /Entrust.PPKEF", "Filter"],
    ["another form of signature", "/Ff 2 /SubFilter [/adbe.pkcs7.detached]", "SubFilter"],
    ["a reason", "/Ff 8 /Reasons [(I agree)]", "Reasons"],
    ["another digest", "/Ff 64 /DigestMethod [(SHA512)]", "DigestMethod"],
    ["a certification", "/MDP << /P 2 >>", "MDP"],
    ["a certificate of somebody's", "/Cert << /Ff 2 /Issuer [(x)] >>", "Cert"],
  ])("does not sign where %s is required", async (_what, entries, entry) => {
    await expect(prepare(seeded(entries))).rejects.toMatchObject({ message: `field Sig_a requires /SV ${entry}` });
  });

  it("signs where what is required is what we do, or is only wished for", async () => {
    const ours =
      "/Ff 71 /Filter /Adobe.PPKLite /SubFilter [/adbe.pkcs7.detached /ETSI.CAdES.detached] /V 2 /DigestMethod [(SHA256)]";
    await expect(prepare(seeded(ours))).resolves.toBeDefined();
    await expect(prepare(seeded("/Filter /Other /Reasons [(I agree)] /MDP << /P 0 >>"))).resolves.toBeDefined();
  });
});
