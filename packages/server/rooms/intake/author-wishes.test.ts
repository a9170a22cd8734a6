/** Signature fields that senders prepared with wishes of their own: kept by the field in their place, or refused by name. */

import { lockOf } from "@siegel/kernel/forms/field-locks.ts";
import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { dictionaryOf, itemsOf, numberOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { objectText } from "@siegel/kernel/pdf/write-object.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../../fixtures/outside-tool.ts";
import { prepareAlone } from "../../../../fixtures/prepare-alone.ts";
import { idOf, intake, taken, type Wishes } from "../../test/take-in.ts";
import { refusalSentences } from "./intake-notices.ts";

const signature = (wishes: string, name = "alice.sig"): string => `/FT /Sig /T (${name}) ${wishes}`;
const text = (name: string): string => `/FT /Tx /T (${name})`;
const lock = (rules: string): string => `/Lock << /Type /SigFieldLock ${rules} >>`;

/** The signature field of alice in the prepared document. */
async function ownField(bytes: Uint8Array, wishes?: Wishes) {
  const { prepared } = await taken(bytes, wishes);
  const doc = openPdf(bytesSource(prepared));
  const field = readFields(doc).find(({ name }) => name === `Sig_${idOf("alice")}`);
  if (field === undefined) throw new Error("alice has no signature field");
  return { doc, field, prepared };
}

const seed =
  "<< /Type /SV /Ff 71 /Filter /Adobe.PPKLite /SubFilter [/ETSI.CAdES.detached] /V 2 /DigestMethod [(SHA256) (SHA512)] " +
  "/TimeStamp << /URL (http://tsa.example) /Ff 1 >> >>";

describe("seed values of a prepared field", () => {
  it("go over to the field that stands in its place, where a signature of ours keeps them", async () => {
    const { doc, field, prepared } = await ownField(formWith(signature(`/SV ${seed}`)));
    const carried = dictionaryOf(doc, field.dict.entries.get("SV"));
    expect(field.dict.entries.get("SV")?.kind).toBe("ref");
    expect(objectText(carried).replace(/\s+/g, "")).toBe(seed.replace(/\s+/g, ""));
    expect(itemsOf(doc, carried.entries.get("DigestMethod")).map((name) => textStringOf(doc, name))).toContain(
      "SHA256",
    );
    const wish = { fieldName: field.name, claimedTime: new Date(0), signerName: "Ada", fileId: new Uint8Array(16) };
    await expect(prepareAlone(prepared, wish)).resolves.toMatchObject({
      kind: "signature",
    });
  });

  it.each([
    ["no reason", "/SV << /Ff 8 >>"],
    ["a full stop for a reason", "/SV << /Ff 8 /Reasons [(.)] >>"],
    ["a document left open", "/SV << /Ff 128 /LockDocument /false >>"],
    ["reasons one may choose from", "/SV << /Reasons [(I agree)] >>"],
  ])("%s: is kept", async (_what, wishes) => {
    const { field } = await ownField(formWith(signature(wishes)));
    expect(field.attribute("SV")?.kind).toBe("dict");
  });

  it.each([
    ["Reasons", "<< /Ff 8 /Reasons [(.) (I agree)] >>"],
    ["SubFilter", "<< /Ff 2 /SubFilter [/adbe.pkcs7.detached] >>"],
    ["DigestMethod", "<< /Ff 64 /DigestMethod [(SHA512)] >>"],
    ["LockDocument", "<< /Ff 128 /LockDocument /true >>"],
    ["MDP", "<< /MDP << /P 2 >> >>"],
    ["Cert", "<< /Cert << /Ff 1 /Subject [(x)] >> >>"],
  ])("/%s that ours has not is refused by name", async (entry, values) => {
    expect(await intake(formWith(signature(`/SV ${values}`)))).toMatchObject({
      ok: false,
      code: "INVALID_REQUEST",
      message: `a.pdf: ${refusalSentences.en.INVALID_REQUEST} (the signature field alice.sig requires what ours has not: /SV ${entry})`,
    });
  });
});

describe("the lock of a prepared field", () => {
  it.each([
    ["its signer's fields", lock("/Action /Include /Fields [(alice)]")],
    ["one of its signer's fields", lock("/Action /Include /Fields [(alice.city)]")],
    ["all fields, where all are its signer's", lock("/Action /All")],
    ["all fields but some that nobody has", lock("/Action /Exclude /Fields [(x)]")],
  ])("on %s is kept by the field in its place", async (_what, wishes) => {
    const { doc, field } = await ownField(formWith(signature(wishes), text("alice.city")));
    expect(lockOf(doc, field)?.covers(`${idOf("alice")}.city`)).toBe(true);
    expect(lockOf(doc, field)?.level).toBe(2);
  });

  it.each([2, 3])("goes over with what it permits afterwards: /P %i", async (level) => {
    const bytes = formWith(
      signature(lock(`/Action /Include /Fields [(alice)] /P ${level}`)),
      signature(lock("/Action /Include /Fields [(alice)] /P 3"), "alice.other"),
    );
    const { doc, field, prepared } = await ownField(bytes);
    expect(numberOf(doc, dictionaryOf(doc, field.dict.entries.get("Lock")).entries.get("P"))).toBe(level);
    if (!hasTools("qpdf")) return;
    expect(inFolderOf({ "a.pdf": prepared }, (folder) => runToolIn(folder, "qpdf", "--check", "a.pdf").status)).toBe(0);
  });

  const both: Wishes = { alice: [], bob: [] };
  it.each<[string, Uint8Array, string, Wishes?]>([
    ["nobody's field", formWith(signature(lock("/Action /All")), text("notes")), "would lock notes"],
    ["another's field", formWith(signature(lock("/Action /Exclude")), text("bob.city")), "would lock bob.city", both],
    [
      "another's prepared signature",
      formWith(signature(lock("/Action /All")), signature("", "bob.x")),
      "would lock bob.x",
    ],
    ["another's signature", formWith(signature(lock("/Action /All"))), "would lock the signature of bob", both],
    [
      "another's placed field",
      formWith(signature(lock("/Action /Include /Fields [(bob)]"))),
      "would lock bob.city",
      { ...both, bob: [{ kind: "text", page: 1, rect: [100, 100, 50, 20], name: "city" }] },
    ],
    [
      "the whole document",
      formWith(signature(lock("/Action /Include /P 1"))),
      "would permit no change after it: /Lock /P 1",
    ],
  ])("on %s is refused by name", async (_what, bytes, why, wishes) => {
    const result = await intake(bytes, wishes);
    expect(result).toMatchObject({ ok: false, code: "INVALID_REQUEST" });
    expect(result.ok ? "" : result.message).toContain(`(the signature field alice.sig ${why}`);
  });
});
