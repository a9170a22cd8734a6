/** Fields that the form lists among its roots though they hang below another (ISO 32000-2 §12.7.3 table 224, §12.7.4.1). */
import { beforeAll, describe, expect, it } from "vitest";
import { fillFields } from "../../../fixtures/fill-fields.ts";
import { groupListedTwice } from "../../../fixtures/group-listed-twice.ts";
import { type Hierarchy, makeHierarchy, NOW } from "../../../fixtures/hierarchy.ts";
import { makePdf } from "../../../fixtures/make-pdf.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { hasTools, inFolderOf, runToolIn } from "../../../fixtures/outside-tool.ts";
import { signInOneGo } from "../../../fixtures/sign-in-one-go.ts";
import { dictionaryOf, itemsOf, nameOf } from "../pdf/access.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate, type PdfUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { addFields } from "./add-fields.ts";
import { formOf, readFields, rootFields } from "./field-tree.ts";
import { listFields } from "./form-fields.ts";
import { listRootsOnce, renameFieldPrefix } from "./rename-fields.ts";

const open = (bytes: Uint8Array) => openPdf(bytesSource(bytes));

function changed(base: Uint8Array, change: (update: PdfUpdate) => void): Uint8Array {
  const update = beginUpdate(open(base));
  change(update);
  return Buffer.concat([base, update.finish({ id: new Uint8Array(16) }).bytes]);
}

const namesIn = (bytes: Uint8Array): string[] => readFields(open(bytes)).map(({ name }) => name);

/** A form of these roots, and objects from 4 on. */
const tree = (roots: string, ...nodes: readonly string[]): Uint8Array =>
  makePdf({
    objects: [
      `<< /Pages 2 0 R /AcroForm << /Fields [${roots}] >> >>`,
      "<< /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R >>",
      ...nodes,
    ],
  });

describe("a field that is listed twice", () => {
  it.each([[[4, 5, 6]], [[5, 6, 4]], [[6, 4]], [[5, 4, 5]]])(
    "is one, by its parent, whatever the order: %j",
    (roots) => {
      expect(namesIn(groupListedTwice({ roots }))).toEqual(["alice.pay.alice.pay", "alice.pay.alice.pay"]);
    },
  );

  it("is one however far below", () => {
    const nodes = [
      "<< /T (a) /Kids [5 0 R] >>",
      "<< /T (b) /Parent 4 0 R /Kids [6 0 R] >>",
      "<< /T (c) /Parent 5 0 R >>",
    ];
    expect(namesIn(tree("6 0 R 5 0 R 4 0 R", ...nodes))).toEqual(["a.b.c"]);
    // What lies between needs not be listed.
    expect(namesIn(tree("6 0 R 4 0 R", ...nodes))).toEqual(["a.b.c"]);
  });

  it.each(["4 0 R 5 0 R", "5 0 R 4 0 R"])("is a widget of the field above where it has no name: %s", (roots) => {
    expect(namesIn(tree(roots, "<< /T (a) /FT /Tx /Kids [5 0 R] >>", "<< /Subtype /Widget /Parent 4 0 R >>"))).toEqual([
      "a",
    ]);
  });

  it("is a root where its parent is none of the form's", () => {
    expect(namesIn(tree("5 0 R", "<< /T (a) /Kids [5 0 R] >>", "<< /T (b) /Parent 4 0 R >>"))).toEqual(["b"]);
  });

  it.each([
    ["a loop", tree("4 0 R", "<< /T (a) /Kids [4 0 R] >>")],
    ["a loop by /Parent too", tree("4 0 R", "<< /T (a) /Parent 4 0 R /Kids [4 0 R] >>")],
    [
      "a loop of two, both listed",
      tree("4 0 R 5 0 R", "<< /T (a) /Parent 5 0 R /Kids [5 0 R] >>", "<< /T (b) /Parent 4 0 R /Kids [4 0 R] >>"),
    ],
    [
      "one below a loop",
      tree(
        "6 0 R 4 0 R",
        "<< /T (a) /Parent 5 0 R /Kids [5 0 R 6 0 R] >>",
        "<< /T (b) /Parent 4 0 R /Kids [4 0 R] >>",
        "<< /T (c) /Parent 4 0 R >>",
      ),
    ],
    ["a root twice", tree("4 0 R 4 0 R", "<< /T (a) >>")],
    ["a kid twice", tree("4 0 R", "<< /T (a) /Kids [5 0 R 5 0 R] >>", "<< /T (b) /Parent 4 0 R >>")],
    ["without a /Parent", tree("4 0 R 5 0 R", "<< /T (a) /Kids [5 0 R] >>", "<< /T (b) >>")],
    [
      "of another /Parent",
      tree("4 0 R 5 0 R 6 0 R", "<< /T (a) /Kids [5 0 R] >>", "<< /T (b) /Parent 6 0 R >>", "<< /T (c) >>"),
    ],
    [
      "of two nodes",
      tree("4 0 R 6 0 R", "<< /T (a) /Kids [5 0 R] >>", "<< /T (b) /Parent 4 0 R >>", "<< /T (c) /Kids [5 0 R] >>"),
    ],
  ])("is refused: %s", (_what, bytes) => {
    expect(() => namesIn(bytes)).toThrow(expect.objectContaining({ code: "FILE_BROKEN" }));
  });

  it("is refused where so many are that nobody counts them", () => {
    const kids = `/Kids [${"6 0 R ".repeat(60_000)}]`;
    const bytes = tree(
      "6 0 R 7 0 R",
      `<< /T (a) ${kids} >>`,
      `<< /T (b) ${kids} >>`,
      "<< /T (c) /Parent 4 0 R >>",
      "<< /T (d) /Parent 5 0 R >>",
    );
    expect(() => namesIn(bytes)).toThrow(expect.objectContaining({ code: "FILE_TOO_COMPLEX" }));
  });
});

describe("a group whose buttons are listed twice", () => {
  it("says what each button stands for", () => {
    expect(listFields(open(groupListedTwice()))).toMatchObject([
      { kind: "radio", value: "0", options: [{ value: "0", label: "now" }], places: [{ page: 1 }] },
      { kind: "radio", value: "0", options: [{ value: "1", label: "later" }], places: [{ page: 1 }] },
    ]);
  });

  it("is filled in as one, the node above included", () => {
    const values = new Map([["alice.pay.alice.pay", "1"]]);
    const doc = open(changed(groupListedTwice(), (update) => fillFields(update, { values, shaper: monospaceShaper })));
    const named = (num: number, key: string) =>
      nameOf(doc, dictionaryOf(doc, { kind: "ref", num, gen: 0 }).entries.get(key));
    expect([4, 5, 6].map((num) => named(num, "V"))).toEqual(["1", "1", "1"]);
    expect([5, 6].map((num) => named(num, "AS"))).toEqual(["Off", "1"]);
  });

  it("leaves the value of a node that has other kids", () => {
    const bytes = tree(
      "4 0 R",
      "<< /FT /Btn /T (a) /V /x /Kids [5 0 R 6 0 R] >>",
      "<< /T (b) /Parent 4 0 R /Rect [0 0 9 9] /AP << /N << /x 7 0 R /y 7 0 R >> >> >>",
      "<< /T (c) /Parent 4 0 R >>",
      "<< >>",
    );
    const values = new Map([["a.b", "Off"]]);
    const doc = open(changed(bytes, (update) => fillFields(update, { values, shaper: monospaceShaper })));
    expect(readFields(doc).map((field) => nameOf(doc, field.attribute("V")))).toEqual(["Off", "x"]);
  });

  it("moves to its signer as a whole, and is listed once where nobody has signed", () => {
    const moved = changed(groupListedTwice({ roots: [5, 6, 4] }), (update) => {
      renameFieldPrefix(update, { from: "alice", to: "s1" });
    });
    expect(namesIn(moved)).toEqual(["s1.pay.alice.pay", "s1.pay.alice.pay"]);
    const once = open(changed(moved, listRootsOnce));
    expect(itemsOf(once, formOf(once).entries.get("Fields"))).toEqual(rootFields(once));
    expect(rootFields(once)).toHaveLength(1);
  });
});

describe.skipIf(!hasTools("qpdf", "pdfsig"))("a form with such a group", () => {
  let trust: Hierarchy;
  beforeAll(async () => {
    trust = await makeHierarchy("ecdsa-p256-sha256");
  });

  it("is filled in and signed twice, and its roots stay as they are once it is signed", async () => {
    const { person, issuingCa } = trust;
    const identity = { signer: person.signer, certificate: person.certificate, chain: [issuingCa.certificate] };
    const sign = async (base: Uint8Array, signerId: string, values: ReadonlyMap<string, string>) => {
      const wish = {
        fieldName: `Sig_${signerId}`,
        claimedTime: NOW,
        signerName: "Ada",
        values,
        fileId: new Uint8Array(16),
      };
      const signing = { ...identity, ...wish, shaper: monospaceShaper };
      return Buffer.concat([base, await signInOneGo(base, signing, { level: "B-B" })]);
    };
    const field = (signerId: string) => ({ kind: "signature", signerId }) as const;
    const base = changed(groupListedTwice({ roots: [5, 4, 6] }), (update) => addFields(update, [field("alice")]));
    const once = await sign(base, "alice", new Map([["alice.pay.alice.pay", "1"]]));
    const twice = await sign(
      changed(once, (update) => addFields(update, [field("bob")])),
      "bob",
      new Map(),
    );
    const doc = open(twice);
    expect(rootFields(doc)).toHaveLength(3);
    expect(itemsOf(doc, formOf(doc).entries.get("Fields"))).toHaveLength(5);
    const [checked, shown] = inFolderOf({ "a.pdf": twice }, (folder) => [
      runToolIn(folder, "qpdf", "--check", "a.pdf"),
      runToolIn(folder, "pdfsig", "-nocert", "a.pdf"),
    ]);
    expect(checked?.out).toContain("No syntax or stream encoding errors");
    expect(shown?.out.match(/Signature is Valid/g)).toHaveLength(2);
  });
});
