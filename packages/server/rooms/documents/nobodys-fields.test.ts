import { itemsOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { readFields } from "@siegel/kernel/pdf/field-tree.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { idOf, intake, taken } from "../../test/take-in.ts";
import { nobodysFields } from "./nobodys-fields.ts";

const text = (name: string): string => `/FT /Tx /T (${name})`;
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

describe("the lock of a signer's signature field", () => {
  it("includes nobody's fields, by the shortest name that covers no other", async () => {
    const names = ["a.x", "a.y.z", "b.sig.day", "c", "alice", "alicea.x"];
    const fields = await locked(...names.map(text), text("alice.city"), text("bob.city"), "/FT /Sig /T (b.sig.name)");
    const nobodys = ["a", "b.sig.day", "c", "alice", "alicea"];
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

  it("ends where a field is a kid of its own", async () => {
    const loop = formWith("/FT /Tx /Kids [4 0 R]", "/FT /Tx /T (other) /Kids [4 0 R 5 0 R 5 0 R]");
    await expect(intake(loop)).resolves.toMatchObject({ ok: expect.any(Boolean) });
  });

  it("is refused over a name with an empty part in a signed file, which cannot be named otherwise", async () => {
    const signed =
      "/FT /Sig /T (s) /V << /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >> /Rect [0 0 0 0]";
    expect(await intake(formWith(text(".foo"), signed))).toMatchObject({ ok: false, code: "FIELD_VALUE_INVALID" });
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
    const lengths = (count: number) => nobodysFields(update(count), signers).map(({ length }) => length);
    expect(lengths(3_333)).toEqual([3_333, 3_333, 3_333]);
    expect(lengths(3_334)).toEqual([3_334, 3_334, 0]);
    expect(lengths(10_001)).toEqual([10_001, 0, 0]);
    expect(lengths(0)).toEqual([0, 0, 0]);
  });
});
