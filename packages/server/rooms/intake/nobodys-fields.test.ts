import { readFields } from "@siegel/kernel/forms/field-tree.ts";
import { itemsOf, nameOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { contentStream, makePdf } from "../../../../fixtures/make-pdf.ts";
import { idOf, intake, taken } from "../../test/take-in.ts";
import { earlierSignatures } from "./intake-notices.ts";
import { nobodysFields } from "./nobodys-fields.ts";

const text = (name: string): string => `/FT /Tx /T (${name})`;
const below = (parent: number, name: string): string => `/Parent ${parent} 0 R ${text(name)}`;
const both = { alice: [], bob: [] };

/** What the signatures of both lock, by signer. */
async function locked(...fields: readonly string[]): Promise<readonly (readonly (string | undefined)[])[]> {
  const { prepared } = await taken(formWith(...fields), both);
  const doc = openPdf(bytesSource(prepared));
  return Object.keys(both).map((reference) => {
    const lock = readFields(doc)
      .find(({ name }) => name === `Sig_${idOf(reference)}`)
      ?.attribute("Lock");
    const names = lock?.kind === "dict" ? lock.entries.get("Fields") : undefined;
    return itemsOf(doc, names).map((item) => textStringOf(doc, item));
  });
}

describe("what a lock may cover", () => {
  it("names the state of its one picture, which pyHanko asks of what was not touched; states stay as they are", async () => {
    const field = (more: string): string => `<< /Type /Annot /Subtype /Widget /Rect [9 9 90 90] /F 4 ${more} >>`;
    const form = makePdf({
      objects: [
        "<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R 5 0 R] >> >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 595 842] >>",
        "<< /Type /Page /Parent 2 0 R /Annots [4 0 R 5 0 R] >>",
        field(`${text("a")} /AP << /N 6 0 R >>`),
        field("/FT /Btn /T (b) /AS /Off /AP << /N << /Yes 6 0 R >> >>"),
        contentStream("").replace("<<", "<< /Subtype /Form /BBox [0 0 81 81]"),
      ],
    });
    const states = async (isSigned: boolean) => {
      const doc = openPdf(bytesSource((await taken(form, both, { isSigned })).prepared));
      return readFields(doc).flatMap(({ name, dict }) =>
        /^[ab]$/.test(name) ? [nameOf(doc, dict.entries.get("AS"))] : [],
      );
    };
    expect(await states(true)).toEqual(["N", "Off"]);
    expect(await states(false)).toEqual([undefined, "Off"]);
  });
});

describe("the lock of a signer's signature field", () => {
  it("includes nobody's fields, by the shortest name that covers no other", async () => {
    const fields = await locked(
      ...["/T (a) /Kids [5 0 R 6 0 R]", below(4, "x"), "/Parent 4 0 R /T (y) /Kids [7 0 R]", below(6, "z")],
      ...["/T (b) /Kids [9 0 R]", "/Parent 8 0 R /T (sig) /Kids [10 0 R 11 0 R]", below(9, "day")],
      ...["/Parent 9 0 R /FT /Sig /T (name)", "/T (alicea) /Kids [13 0 R]", below(12, "x")],
      ...["c", "alice", "alice.city", "bob.city"].map(text),
    );
    const nobodys = ["a", "b.sig.day", "alicea", "c", "alice"];
    expect(fields).toEqual([
      [idOf("alice"), ...nobodys],
      [idOf("bob"), ...nobodys],
    ]);
  });

  it("is the signer's alone where everything belongs to somebody", async () => {
    expect(await locked(text("alice.city"), "/FT /Sig /T (bob.here)")).toEqual([[idOf("alice")], [idOf("bob")]]);
  });

  it("includes what had no name, or an empty part in it, under a name of its own", async () => {
    const [first] = await locked("/FT /Tx", "/FT /Tx /T ()", text(".foo"), text("_foo"), text("a..b"));
    expect(first?.slice(1).sort()).toEqual(["_foo", "_foo_1", "a__b", "unnamed_1", "unnamed_2"]);
  });

  it("includes what has a full stop in the name of one node, which is no longer a namesake of another's then", async () => {
    const [first] = await locked(
      text("a.b"),
      "/T (a) /Kids [6 0 R]",
      below(5, "b"),
      text("a_b"),
      text("alice.x"),
      text("alice.y.z"),
    );
    expect(first?.slice(1).sort()).toEqual(["a", "a_b", "a_b_1"]);
  });

  it("includes a field that the form does not know", async () => {
    const file = Buffer.from(formWith(text("known"), text("lone")));
    const lone = Buffer.from(
      file.toString("latin1").replace("/Fields [4 0 R 5 0 R]", "/Fields [4 0 R]       "),
      "latin1",
    );
    const { prepared } = await taken(lone);
    const names = readFields(openPdf(bytesSource(prepared))).map(({ name }) => name);
    expect(names).toEqual(["known", "unnamed_1", `Sig_${idOf("alice")}`]);
  });

  it("includes fields that lead to nodes above them, when the form does not lead back", async () => {
    const file = formWith(
      text("known"),
      "/Parent 6 0 R",
      "/Parent 6 0 R /T (above) /FT /Tx /V (7) /Kids [5 0 R]",
      "/T (mixed) /FT /Tx /Kids [8 0 R 9 0 R]",
      below(7, "named"),
      "/Parent 7 0 R",
    );
    const { prepared } = await taken(file, both);
    const doc = openPdf(bytesSource(prepared));
    const found = readFields(doc).map((field) => [field.name, textStringOf(doc, field.attribute("V"))]);
    expect(found).toEqual([
      ["known", undefined],
      ["mixed.named", undefined],
      ["mixed.unnamed_2", undefined],
      ["unnamed_1", "7"],
      [`Sig_${idOf("alice")}`, undefined],
      [`Sig_${idOf("bob")}`, undefined],
    ]);
  });

  it("ends where a field is a kid of its own", async () => {
    const loop = formWith("/FT /Tx /Kids [4 0 R]", "/FT /Tx /T (other) /Kids [4 0 R 5 0 R 5 0 R]");
    await expect(intake(loop)).resolves.toMatchObject({ ok: expect.any(Boolean) });
  });

  const signed =
    "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> /Rect [0 0 0 0]";

  it.each<[string, readonly string[]]>([
    ["an empty part in it", [text(".foo")]],
    ["nothing in it", ["/FT /Tx"]],
    ["a full stop in one node, and a namesake", [text("a.b"), "/T (a) /Kids [6 0 R]", below(5, "b")]],
    [
      "the same, and a signature field for namesake",
      [text("a.b"), "/T (a) /Kids [6 0 R]", "/Parent 5 0 R /FT /Sig /T (b)"],
    ],
  ])("leaves out a name with %s in a signed file, which cannot be named otherwise", async (_, fields) => {
    expect((await taken(formWith(...fields, signed))).notices).toEqual([earlierSignatures(1, "en")]);
  });

  /** A signed file with fields from object 6 on that the form does not know, or that lead to some. */
  const beside = (...lone: readonly string[]): Uint8Array => {
    const source = Buffer.from(formWith(signed, text("known"), ...lone)).toString("latin1");
    return Buffer.from(
      source.replace(/\/Fields \[[^\]]*\]/, (all) => "/Fields [4 0 R 5 0 R]".padEnd(all.length)),
      "latin1",
    );
  };

  it("says the name of a field that the form of a signed file does not know", async () => {
    const { prepared } = await taken(beside(text("lone"), "/Parent 8 0 R", "/T (above) /FT /Tx /Kids [7 0 R]"));
    const doc = openPdf(bytesSource(prepared));
    const lock = readFields(doc)
      .find(({ name }) => name === `Sig_${idOf("alice")}`)
      ?.attribute("Lock");
    const names = lock?.kind === "dict" ? itemsOf(doc, lock.entries.get("Fields")) : [];
    expect(names.map((item) => textStringOf(doc, item))).toEqual([idOf("alice"), "known", "lone", "above"]);
  });

  it.each([["/FT /Tx"], [text("known")], [text("a..b")]])(
    "leaves out %s outside the form of a signed file, which no lock can name alone",
    async (lone) => {
      expect((await taken(beside(lone))).notices).toEqual([earlierSignatures(1, "en")]);
    },
  );

  it("says a name with a full stop in one node whole in a signed file", async () => {
    const [first] = await locked(text("a.b"), "/T (c) /Kids [6 0 R]", below(5, "d"), text("e"), signed);
    expect(first?.slice(1)).toEqual(["a.b", "c", "e"]);
  });

  it("is repeated for each signer only while all lists together stay short", async () => {
    const update = (count: number) =>
      beginUpdate(openPdf(bytesSource(formWith(...Array.from({ length: count }, (_, i) => text(`field${i}`))))));
    const signers = ["alice", "bob", "carol"].map((reference) => ({
      signerId: idOf(reference),
      reference,
      label: reference,
      fields: [],
    }));
    const lengths = (count: number) => nobodysFields(update(count), signers, []).map(({ length }) => length);
    expect(lengths(3_333)).toEqual([3_333, 3_333, 3_333]);
    expect(lengths(3_334)).toEqual([3_334, 3_334, 0]);
    expect(lengths(10_001)).toEqual([10_001, 0, 0]);
    expect(lengths(0)).toEqual([0, 0, 0]);
  });
});
