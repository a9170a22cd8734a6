/** The image in a signature: approved by what it is, drawn as approved, kept with the signed file. */
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { wavePng } from "../../../../fixtures/signature-picture.ts";
import { inTransaction } from "../../db/transaction.ts";
import { actRow, approve, approveOne, signaturesOf } from "../../test/approved-act.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import {
  checkImage,
  filesOf,
  forgetSignatureImages,
  readApprovable,
  readSignatureImage,
  saveSignatureImage,
} from "../documents/documents.ts";
import { authoriseSigning, continueSigning } from "./signing.ts";

const world = useSigningWorld();

const box = { document: "contract-0.pdf", kind: "signature", page: 1, rect: [72, 300, 220, 70] } as const;

async function choose(sent: Sent, wave: Parameters<typeof wavePng>[0] = {}): Promise<string> {
  const checked = checkImage(Buffer.from(wavePng(wave), "base64"));
  if (!checked.ok) throw new Error(checked.message);
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) };
  const saved = await saveSignatureImage(world.deps, {
    ...ids,
    image: checked.image,
    ip: "192.0.2.7",
    userAgent: "test",
  });
  if (!saved.ok) throw new Error(saved.code);
  // Another picture takes the confirmation back; here it is about what is bound beyond that.
  await world.confirm(sent, 0);
  return checked.image.id;
}

async function sendOne(type: "s_signature" | "a_signature"): Promise<Sent> {
  const sent = await world.send([{ type, firstName: "Ada", fields: [{ ...box, rect: [...box.rect] }] }], {
    documents: 2,
    mark: "none",
  });
  await world.confirm(sent, 0);
  return sent;
}

/** An image of that width, and its opacity. */
const picture = /\/Width 300\b[^>]*\/SMask \d+ 0 R/;

async function signedText(sent: Sent, file: number): Promise<string> {
  const source = await world.deps.blobs.open(nth(await filesOf(world.deps.db, sent.workflowId), file).latest.sha256);
  const text = Buffer.from(source.read(0, source.size)).toString("latin1");
  await source.close();
  return text;
}

describe("an image in a signature", () => {
  it("[T-012] stands in the file where a box is seen, and is kept for the report; of who has not signed it is forgotten at the end", async () => {
    const sent = await sendOne("s_signature");
    const image = await choose(sent);
    const actId = await approve(world, sent, { type: "s_signature" });
    expect(await continueSigning(world.deps, actId)).toBe("ended");
    const [first, second] = [await signedText(sent, 0), await signedText(sent, 1)];
    expect(picture.test(first)).toBe(true);
    expect(picture.test(second), "a signature without a box").toBe(false);
    const kept = async (of: Sent) => await readSignatureImage(world.deps.db, nth(of.signerIds, 0));
    const unsigned = await sendOne("s_signature");
    await choose(unsigned);
    await world.deps.db
      .updateTable("workflow")
      .set({ status: "CANCELLED", ended_at: world.deps.clock.now() })
      .where("workflow_id", "=", unsigned.workflowId)
      .execute();
    await forgetSignatureImages(world.deps.db);
    expect([(await kept(sent))?.id, await kept(unsigned)]).toEqual([image, null]);
  });

  it("waits to be changed until an approval that is being recorded is", async () => {
    const sent = await sendOne("s_signature");
    const order: string[] = [];
    const chosen = await inTransaction(world.deps.db, async (db) => {
      await readApprovable(db, sent.workflowId, nth(sent.signerIds, 0));
      const choosing = choose(sent).then(() => order.push("chosen"));
      await setTimeout(500);
      order.push("recorded");
      return { choosing };
    });
    await chosen.choosing;
    expect(order).toEqual(["recorded", "chosen"]);
  });

  it("[T-012] another one chosen after the page was shown is not approved by its button", async () => {
    const sent = await sendOne("s_signature");
    const seen = await choose(sent);
    const other = await choose(sent, { ink: [200, 0, 0] });
    const press = (images: ReadonlyArray<string | null>) =>
      authoriseSigning(world.deps, {
        workflowId: sent.workflowId,
        signerId: nth(sent.signerIds, 0),
        ip: "192.0.2.7",
        userAgent: "test",
        approval: { kind: "button", shown: { values: [], images } },
      });
    for (const images of [[seen], [null]]) expect(await press(images)).toMatchObject({ code: "WORKFLOW_CHANGED" });
    expect(await press([other])).toMatchObject({ ok: true });
  });

  it("[T-012] a code dies with it, and nobody changes it once it is approved", async () => {
    const sent = await sendOne("a_signature");
    await choose(sent);
    const code = await world.code(sent, 0);
    await choose(sent, { ink: [200, 0, 0] });
    const call = {
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, 0),
      ip: "192.0.2.7",
      userAgent: "test",
      approval: { kind: "code", ...code },
    } as const;
    expect(await authoriseSigning(world.deps, call)).toMatchObject({ code: "WORKFLOW_CHANGED" });
    await approveOne(world);
  });

  it("[T-012] signs nothing where somebody changed it in the database after the approval", async () => {
    for (const change of [
      sql`update signature_image set png = '\\x00' where signer_id = `,
      sql`delete from signature_image where signer_id = `,
      sql`update signing_act set image_hash = ${createHash("sha256").update("x").digest("hex")} where signer_id = `,
      sql`update signing_act set image_hash = null where signer_id = `,
    ]) {
      const sent = await sendOne("s_signature");
      await choose(sent);
      const actId = await approve(world, sent, { type: "s_signature" });
      await expect(choose(sent)).rejects.toThrow("SIGNING_IN_PROGRESS");
      await sql`${change} ${nth(sent.signerIds, 0)}`.execute(world.deps.db);
      expect(await continueSigning(world.deps, actId)).toBe("waiting");
      const act = await actRow(world.deps.db, actId);
      expect(act).toMatchObject({ status: "STALLED", last_fault: expect.stringContaining("approv") });
      expect(await signaturesOf(world, sent)).toEqual([[], []]);
    }
  });
});
