/** What a finished document still lets others fill in: nothing. */
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import { type SignatureLocks, signatureLocks } from "@siegel/kernel/forms/field-locks.ts";
import { listFields } from "@siegel/kernel/forms/form-fields.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { filesOf } from "../documents/documents.ts";
import { signNow } from "./signing.ts";

const world = useSigningWorld();

async function sign(sent: Sent, n: number) {
  await world.confirm(sent, n);
  const call = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, n), ip: "192.0.2.7", userAgent: "test" };
  expect(await signNow(world.deps, { ...call, approval: { kind: "button" } })).toMatchObject({ ok: true });
}

async function latest<T>(sent: Sent, look: (doc: ReturnType<typeof openPdf>) => T): Promise<T> {
  const source = await world.deps.blobs.open(nth(await filesOf(world.deps.db, sent.workflowId), 0).latest.sha256);
  try {
    return look(openPdf(source));
  } finally {
    await source.close();
  }
}

const locksOf = (sent: Sent): Promise<SignatureLocks> => latest(sent, signatureLocks);

describe("a signed document", () => {
  it("locks nobody's fields with each signature, and a co-signer's only with their own", async () => {
    const pdf = formWith(
      "/FT /Tx /T (notes) /V (as agreed)",
      "/FT /Btn /T (agree.terms)",
      "/FT /Tx /T (s0.city)",
      "/FT /Tx /T (s1.city)",
      "/FT /Sig /T (notary)",
    );
    const sent = await world.send(
      [
        { type: "s_signature", firstName: "Ada" },
        { type: "s_signature", firstName: "Bea" },
      ],
      { pdf },
    );
    const [ada, bea] = [nth(sent.signerIds, 0), nth(sent.signerIds, 1)];
    expect((await locksOf(sent)).lockedBy("notes")).toBeUndefined();

    await sign(sent, 0);
    const once = await locksOf(sent);
    // A dot inside a partial name is written anew, so that every reader splits the name alike.
    for (const name of ["notes", "agree_terms", `${ada}.city`]) expect(once.lockedBy(name)).toBe(`Sig_${ada}`);
    for (const name of [`${bea}.city`, `Sig_${bea}`, "notary", "Timestamp_1"])
      expect(once.lockedBy(name)).toBeUndefined();

    await sign(sent, 1);
    const finished = await locksOf(sent);
    const open = await latest(sent, (doc) =>
      listFields(doc).filter(({ name, kind }) => kind !== "signature" && finished.lockedBy(name) === undefined),
    );
    expect(open).toEqual([]);
    expect(finished.lockedBy("notary")).toBeUndefined();
  });

  it("permits no annotations any more, such as a white stamp, and still takes another signature", async () => {
    const signers = ["Ada", "Bea"].map((firstName) => ({ type: "s_signature", firstName }) as const);
    const sent = await world.send(signers);
    await sign(sent, 0);
    await sign(sent, 1);
    // DocMDP level 2 (ISO 32000-2 table 236): values and signatures, nothing else. Level 1 would forbid the next signature.
    expect((await locksOf(sent)).level).toBe(2);
    const pdf = await latest(sent, ({ source }) => Uint8Array.from(source.read(0, source.size)));
    // In the signature as in the field, where other programs look for it.
    const transforms =
      Buffer.from(pdf)
        .toString("latin1")
        .match(/\/TransformParams\s*<<[^>]*>>/g) ?? [];
    expect(transforms.map((one) => /\/P 2\b/.test(one))).toEqual([true, true]);

    const document = "contract-0.pdf";
    const fields: PlacedField[] = [{ document, kind: "signature", page: 1, rect: [100, 100, 100, 40] }];
    const again = await world.send([{ type: "s_signature", firstName: "Eve", fields }], { pdf });
    await sign(again, 0);
    const byNow = await latest(again, (doc) => listSignatures(doc).signatures.map(({ subFilter }) => subFilter));
    const [ours, stamp] = ["ETSI.CAdES.detached", "ETSI.RFC3161"];
    expect(byNow).toEqual([ours, ours, stamp, ours, stamp]);
  });
});
