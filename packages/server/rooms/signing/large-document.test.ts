/** A large document is signed in small turns: whoever else signs meanwhile is not kept waiting. */
import { rmSync } from "node:fs";
import type { ByteSource } from "@siegel/kernel/pdf/byte-source.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { largePdf, signatureField } from "../../../../fixtures/large-document.ts";
import type { Sha256Hex } from "../../ports/blobs.ts";
import { openFoundation } from "../../test/signing-world.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { watchTurns } from "../../test/watch-turns.ts";
import { beginningOf } from "./check-base.ts";
import { sealCredential } from "./choose-credential.ts";
import { signAndWrite } from "./pades-steps.ts";

const database = useTestDatabase();
const fieldName = "Signature";
const stallMaxMs = 50;
const tries = 3;

let world: Awaited<ReturnType<typeof openFoundation>>;
let base: Sha256Hex;
beforeAll(async () => {
  world = await openFoundation(database.current().db);
  const { blobs } = world.deps;
  const { sha256 } = await blobs.put(largePdf(100));
  const source = await blobs.open(sha256);
  const field = signatureField(source, fieldName);
  await source.close();
  base = (await blobs.put([...largePdf(100), field])).sha256;
});
afterAll(() => rmSync(world.folder, { recursive: true, force: true }));

async function signFrom(source: ByteSource): Promise<void> {
  const { deps } = world;
  const credential = await sealCredential(deps);
  const wish = { fieldName, lockedPrefix: null, values: [], claimedTime: deps.clock.now(), signerName: "", lines: [] };
  const approved = [beginningOf({ sha256: base, size: source.size })];
  const written = await signAndWrite(deps, source, { wish, credential, archive: true, approved });
  expect(written.ok).toBe(true);
}

it("no turn of the event loop takes longer than 50 ms while 100 MB are signed, written and read back", async () => {
  const longestMs: number[] = [];
  // The first time code is compiled and memory collected; a stall of our own would be there every time.
  for (let i = 0; i < tries; i += 1) {
    const source = await world.deps.blobs.open(base);
    const turns = watchTurns();
    await signFrom(source);
    longestMs.push(turns.end());
    await source.close();
  }
  expect(Math.min(...longestMs)).toBeLessThan(stallMaxMs);
}, 60_000);
