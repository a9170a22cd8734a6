import type { SentWorkflow } from "@siegel/contract/calls/sending.ts";
import { describe, expect, it } from "vitest";
import { findMisplaced, findSameNames, isSignedDocument } from "./document-places.ts";

type Documents = SentWorkflow["documents"];

const lease = { name: "lease" };
const rules = { name: "rules", attachment_of: "lease" };

function misfitsOf(documents: Documents, fieldIn?: string) {
  const field = { kind: "text", page: 1, rect: [1, 1, 9, 9] } as const;
  const person = { reference: "a", type: "s_signature", first_name: "A", last_name: "B", email: "a@x.test" } as const;
  const fields =
    fieldIn === undefined
      ? []
      : [{ ...field, rect: [...field.rect] as [number, number, number, number], document: fieldIn }];
  return findMisplaced({ documents, signers: [{ ...person }, { ...person, fields }] });
}

describe("names that documents are saved under", () => {
  const told = (...names: string[]) =>
    findSameNames(names.map((name) => ({ name }))).map(({ path, said }) => `${path}: ${said.en}`);

  it.each([
    ["lease", "Lease.Pdf"],
    ["a/b.pdf", "a\\b.pdf"],
    ["a:b.pdf", "a?b.pdf"],
    ["x.pdf", "x\u200b.pdf"],
  ])("%j and %j are one, told at the later", (one, other) => {
    expect(told(one, "other", other)).toEqual([expect.stringMatching(/^documents\.2\.name: another document has/)]);
  });

  it.each([
    "Audit report",
    "audit report.PDF",
    "Prüfprotokoll.pdf",
    "Pru\u0308fprotokoll",
    "Audit\u00a0report\u200b.pdf",
  ])("%j is the audit report's", (name) => {
    expect(told("lease", name)).toEqual([expect.stringMatching(/^documents\.1\.name: the audit report/)]);
  });

  it("are two for a folder, and fit", () => {
    expect(told("a.pdf", "a (2).pdf", "Maße.pdf", "Masse.pdf", "Audit report 2025.pdf")).toEqual([]);
  });
});

describe("documents and what belongs to them", () => {
  it("are all signed unless the sender says otherwise; an attachment goes with its document", () => {
    const signed = (...documents: Documents) => documents.map((one) => isSignedDocument(one, documents));
    expect(signed(lease, rules)).toEqual([true, true]);
    expect(signed(lease, { ...rules, sign: false })).toEqual([true, false]);
    expect(signed(rules, { ...lease, sign: false }, { name: "other" })).toEqual([false, false, true]);
    expect(misfitsOf([rules, lease, { name: "other", sign: false }])).toEqual([]);
  });

  it.each<[string, Documents]>([
    ["of itself", [lease, { ...rules, attachment_of: "rules" }]],
    ["of nothing in the call", [lease, { ...rules, attachment_of: "Lease" }]],
    ["of an attachment", [lease, rules, { name: "annex", attachment_of: "rules" }]],
    ["in a circle", [{ ...lease, attachment_of: "rules" }, rules, { name: "other" }]],
    [
      "signed, of a document that is not",
      [
        { ...lease, sign: false },
        { ...rules, sign: true },
      ],
    ],
  ])("an attachment %s is refused with its place", (_, documents) => {
    const at = documents.findIndex((one) => one.attachment_of !== undefined);
    const last = documents.findLastIndex((one) => one.attachment_of !== undefined);
    const path = expect.stringMatching(new RegExp(`^documents\\.(${at}|${last})\\.attachment_of$`));
    const misfits = misfitsOf(documents);
    expect(misfits).not.toEqual([]);
    for (const misfit of misfits) expect(misfit).toMatchObject({ code: "ATTACHMENT_INVALID", path });
  });

  it("where nothing is signed there is nothing to send", () => {
    expect(misfitsOf([{ ...lease, sign: false }, rules])).toMatchObject([{ code: "NOTHING_TO_SIGN" }]);
  });

  it("a field in what is shown only is refused with its place", () => {
    const documents = [lease, { ...rules, sign: false }];
    expect(misfitsOf(documents, "lease")).toEqual([]);
    const path = "signers.1.fields.0.document";
    expect(misfitsOf(documents, "rules")).toMatchObject([{ code: "DOCUMENT_NOT_SIGNED", path }]);
  });
});
