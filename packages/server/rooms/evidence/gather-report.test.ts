/** Whose seal the report names: the one in the certificate, whatever the sender called it. And when somebody signed. */
import { expect, it } from "vitest";
import { plainPdf } from "../../../../fixtures/documents.ts";
import { wavePng } from "../../../../fixtures/signature-picture.ts";
import { nth, type Sent } from "../../test/signing-world.ts";
import { useSigningWorld } from "../../test/use-signing-world.ts";
import { checkImage, saveSignatureImage } from "../documents/documents.ts";
import { signNow } from "../signing/signing.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { gatherReport } from "./gather-report.ts";
import type { ReportContent } from "./report-content.ts";

const verified = "Hafenwerk Wohnungsgenossenschaft eG";
const written = "Werk am Hafen";

const world = useSigningWorld();

async function reportOf({ workflowId }: Sent): Promise<ReportContent> {
  const loaded = await loadWorkflow(world.deps.db, workflowId);
  if (loaded === null) throw new Error(`no workflow ${workflowId}`);
  const asked = { ...loaded, language: "en", at: world.deps.clock.now(), keepsReason: false } as const;
  return await gatherReport(world.deps, asked);
}

const reported = async (sent: Sent) => (await reportOf(sent)).signers.map(({ organisation }) => organisation);

it("[S-141] names for a seal the verified organisation, once it is made that of its certificate, and beside a person's signature the sender's word", async () => {
  const { db } = world.deps;
  const sent = await world.send([
    { type: "a_seal", firstName: "Frauke" },
    { type: "s_signature", firstName: "Ada" },
  ]);
  await db.updateTable("signer").set({ organisation: written }).where("workflow_id", "=", sent.workflowId).execute();
  expect(await reported(sent)).toEqual([verified, written]);
  await world.confirm(sent, 0);
  const approval = { kind: "code", ...(await world.code(sent, 0)) } as const;
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) };
  const press = () => signNow(world.deps, { ...ids, ip: "192.0.2.7", userAgent: "test", approval });
  await expect.poll(press, { timeout: 25_000 }).toMatchObject({ ok: true, status: "SIGNED" });
  await db.updateTable("organisation_register").set({ legal_name: "Renamed since eG" }).execute();
  expect(await reported(sent)).toEqual([verified, written]);
});

it("names as the time of a signature the one that stands in the files, however long it took to write them", async () => {
  const sent = await world.send([{ type: "s_signature", firstName: "Ada" }], { documents: 2 });
  await world.confirm(sent, 0);
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) };
  // Every document's proofs take three seconds, after its timestamp.
  const { revocation } = world.deps;
  const status: typeof revocation.status = async (queries) => {
    world.wait(3_000);
    return await revocation.status(queries);
  };
  const slow = { ...world.deps, revocation: { status } };
  const press = () => signNow(slow, { ...ids, ip: "192.0.2.7", userAgent: "test", approval: { kind: "button" } });
  await expect.poll(press, { timeout: 25_000 }).toMatchObject({ ok: true, status: "FINISHED" });
  const { documents, signers, events, steps } = await reportOf(sent);
  const stamped = documents.flatMap(({ revisions }) =>
    revisions.flatMap((one) => (one.kind === "signature" ? [one.timestampAt.getTime()] : [])),
  );
  expect(new Set(stamped).size, "two times").toBe(2);
  expect(signers[0]?.signature?.signedAt.getTime()).toBe(Math.max(...stamped));
  expect(events.at(-1)?.at.getTime(), "all was written").toBeGreaterThanOrEqual(Math.max(...stamped) + 3_000);
  expect(steps.map(({ numbers, what }) => [numbers, what])).toEqual([
    ["1", "Sent 2 documents to 1 person"],
    ["2", "It is the turn of Ada Müller"],
    ["3–4", "Confirmed the documents"],
    ["5", "Confirmed the signature"],
    ["6–7", "Signed the documents"],
    ["8", "The workflow is finished"],
  ]);
});

it("shows the image that was approved, times in the organisation's zone, and what was signed apart from what was only shown", async () => {
  const { db } = world.deps;
  const field = { document: "contract-0.pdf", kind: "signature", page: 1, rect: [72, 300, 220, 70] } as const;
  const sent = await world.send(
    [{ type: "s_signature", firstName: "Ada", fields: [{ ...field, rect: [...field.rect] }] }],
    { shown: plainPdf() },
  );
  const checked = checkImage(Buffer.from(wavePng(), "base64"));
  if (!checked.ok) throw new Error(checked.message);
  const ids = { workflowId: sent.workflowId, signerId: nth(sent.signerIds, 0) };
  const browser = { ip: "192.0.2.7", userAgent: "test" };
  expect(await saveSignatureImage(world.deps, { ...ids, ...browser, image: checked.image })).toEqual({ ok: true });
  await world.confirm(sent, 0);
  const press = () => signNow(world.deps, { ...ids, ...browser, approval: { kind: "button" } });
  await expect.poll(press, { timeout: 25_000 }).toMatchObject({ ok: true, status: "FINISHED" });
  await db.updateTable("organisation").set({ time_zone: "America/Sao_Paulo" }).execute();
  const { signers, zone, steps } = await reportOf(sent);
  await db.updateTable("organisation").set({ time_zone: null }).execute();
  expect(zone).toBe("America/Sao_Paulo");
  const told = steps.map(({ what, documents, shown }) => [
    what,
    ...[documents, shown].map((all) => all.map(({ number }) => number)),
  ]);
  expect(told.slice(2)).toEqual([
    ["Chose an image for the signature", [], []],
    ["Confirmed the documents", [1, 2], []],
    ["Confirmed the signature", [], [2]],
    ["Signed the document", [1], []],
    ["The workflow is finished", [], []],
  ]);
  const { width, height, rgb } = signers[0]?.picture ?? { width: 0, height: 0, rgb: new Uint8Array() };
  expect([width, height, rgb.length]).toEqual([checked.image.width, checked.image.height, 3 * width * height]);
  expect([rgb[0], Math.min(...rgb) < 100], "ink on white paper").toEqual([255, true]);
  await db
    .updateTable("signature_image")
    .set({ png: Buffer.from(checked.image.png).fill(0, 60) })
    .execute();
  expect((await reportOf(sent)).signers[0]?.picture, "another one than was approved").toBeNull();
});
