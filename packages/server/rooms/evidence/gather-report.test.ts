/** Whose seal the report names: the one in the certificate, whatever the sender called it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { nth, openSigningWorld, type Sent, type SigningWorld } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { signNow } from "../signing/signing.ts";
import { loadWorkflow } from "../workflows/workflows.ts";
import { gatherReport } from "./gather-report.ts";

const verified = "Hafenwerk Wohnungsgenossenschaft eG";
const written = "Werk am Hafen";

const database = useTestDatabase();
let world: SigningWorld;
beforeAll(async () => {
  world = await openSigningWorld(database.current().db);
});
afterAll(() => world.close());

async function reported({ workflowId }: Sent): Promise<(string | null)[]> {
  const loaded = await loadWorkflow(world.deps.db, workflowId);
  if (loaded === null) throw new Error(`no workflow ${workflowId}`);
  const asked = { ...loaded, language: "en", at: world.deps.clock.now(), keepsReason: false } as const;
  return (await gatherReport(world.deps, asked)).signers.map(({ organisation }) => organisation);
}

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
