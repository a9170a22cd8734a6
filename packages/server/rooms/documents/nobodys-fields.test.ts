import { itemsOf, textStringOf } from "@siegel/kernel/pdf/access.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { readFields } from "@siegel/kernel/pdf/field-tree.ts";
import { beginUpdate } from "@siegel/kernel/pdf/incremental-update.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { idOf, taken } from "../../test/take-in.ts";
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
