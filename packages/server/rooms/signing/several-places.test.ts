/** One signature at several places of a document: its picture at each, for each of several signers. */
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import { signatureCopyName } from "@siegel/kernel/forms/add-fields.ts";
import { signatureLocks } from "@siegel/kernel/forms/field-locks.ts";
import { listSignatures } from "@siegel/kernel/pades/list-signatures.ts";
import { bytesSource } from "@siegel/kernel/pdf/byte-source.ts";
import { openPdf } from "@siegel/kernel/pdf/open-pdf.ts";
import { describe, expect, it } from "vitest";
import { manyPagesPdf } from "../../../../e2e/pdf.ts";
import { hasTools, inFolderOf, runTool } from "../../../../fixtures/outside-tool.ts";
import { type Picture, renderers } from "../../../../fixtures/pictures.ts";
import { wavePng } from "../../../../fixtures/signature-picture.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { checkImage, filesOf, saveSignatureImage } from "../documents/documents.ts";
import { signNow } from "./signing.ts";

const world = useSigningWorld();
const document = "contract-0.pdf";
const pages = [1, 3, 4];

/** Three places for the signature and two for initials, beside those of the other signer. */
const placesOf = (n: number): PlacedField[] => [
  ...pages.map((page): PlacedField => ({ document, kind: "signature", page, rect: [60 + 260 * n, 400, 200, 70] })),
  ...pages
    .slice(0, 2)
    .map((page): PlacedField => ({ document, kind: "initials", page, rect: [60 + 260 * n, 700, 60, 20] })),
];

async function choose(sent: Sent, n: number): Promise<void> {
  const checked = checkImage(Buffer.from(wavePng({}), "base64"));
  if (!checked.ok) throw new Error(checked.message);
  const whose = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, n) };
  const by = { ip: "192.0.2.7", userAgent: "test" };
  expect(await saveSignatureImage(world.deps, { ...whose, image: checked.image, ...by })).toMatchObject({ ok: true });
}

async function press(sent: Sent, n: number): Promise<void> {
  const whose = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, n) };
  const call = { ...whose, ip: "192.0.2.7", userAgent: "test", approval: { kind: "button" } as const };
  for (let tries = 0; tries < 100; tries++) {
    const answer = await signNow(world.deps, call);
    if (!answer.ok) throw new Error(answer.code);
    if (answer.status !== "PENDING") return;
    await setTimeout(100);
  }
  throw new Error("never signed");
}

async function latest(sent: Sent): Promise<Uint8Array> {
  const source = await world.deps.blobs.open(nth(await filesOf(world.deps.db, sent.workflowId), 0).latest.sha256);
  const bytes = Uint8Array.from(source.read(0, source.size));
  await source.close();
  return bytes;
}

/** The pixels of a box, at one a point from the top left. */
function cut({ width, rgb }: Picture, [x, y, w, h]: Rect): Buffer {
  const rows = Array.from({ length: h }, (_, row) => ((y + row) * width + x) * 3);
  return Buffer.concat(rows.map((from) => rgb.subarray(from, from + w * 3)));
}

type Rect = readonly [number, number, number, number];
const hasInk = (pixels: Buffer): boolean => pixels.some((value) => value < 128);

describe("a signer with several places in one document", () => {
  it.skipIf(!hasTools("pdfsig", "pdftoppm", "mutool"))(
    "[T-047] gives one signature, whose picture stands at each place; so do two who sign at once",
    async () => {
      const people = [0, 1].map((n) => ({ type: "s_signature", firstName: `P${n}`, fields: placesOf(n) }) as const);
      const sent = await world.send(people, { pdf: manyPagesPdf(4) });
      await choose(sent, 0);
      const rows = world.deps.db.selectFrom("file_field").select("page").where("kind", "=", "signature");
      const shown = await rows.where("signer_id", "=", nth(sent.signerIds, 0)).orderBy("widget").execute();
      expect(shown.map(({ page }) => page)).toEqual(pages);
      const prepared = await latest(sent);
      for (const n of [0, 1]) await world.confirm(sent, n, { initials_1: "PM", initials_2: "PM" });
      await Promise.all([0, 1].map((n) => press(sent, n)));

      const file = await latest(sent);
      const doc = openPdf(bytesSource(file));
      expect(
        listSignatures(doc)
          .signatures.map(({ subFilter }) => subFilter)
          .toSorted(),
      ).toEqual(["ETSI.CAdES.detached", "ETSI.CAdES.detached", "ETSI.RFC3161"]);
      // No signer may put another picture there afterwards.
      const { lockedBy } = signatureLocks(doc);
      for (const id of sent.signerIds) expect(lockedBy(signatureCopyName(id, 3))).toBe(`Sig_${id}`);
      inFolderOf({ "before.pdf": prepared, "after.pdf": file }, (folder) => {
        const [before, after] = [join(folder, "before.pdf"), join(folder, "after.pdf")];
        expect(runTool("pdfsig", "-nocert", after).out.match(/Signature is Valid\./g)).toHaveLength(2);
        for (const [program, draw] of Object.entries(renderers))
          for (const n of [0, 1]) {
            const box: Rect = [60 + 260 * n, 400, 200, 70];
            const [first, ...others] = pages.map((page) => cut(draw(after, page, 72), box));
            if (first === undefined) throw new Error("no first place");
            expect(hasInk(first), `${program}, signer ${n}`).toBe(true);
            for (const other of others) expect(other.equals(first), `${program}, signer ${n}`).toBe(true);
            expect(hasInk(cut(draw(after, 2, 72), box))).toBe(false);
            expect(hasInk(cut(draw(before, 4, 72), box))).toBe(false);
          }
      });
    },
  );
});
