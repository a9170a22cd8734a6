/** The store of documents is the database's own, or nothing goes into it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "./adapters/clock.ts";
import { fileBlobs } from "./adapters/file-blobs.ts";
import { systemRandom } from "./adapters/random.ts";
import { type BlobStore, BlobsAway } from "./ports/blobs.ts";
import { useTestDatabase } from "./test/test-database.ts";
import { openStore, storeFault } from "./wire-store.ts";

const database = useTestDatabase();
let storageDir = "";
let around = "";
beforeEach(async () => {
  around = mkdtempSync(join(tmpdir(), "siegel-store-"));
  storageDir = join(around, "blobs");
  await database.current().db.deleteFrom("blob_store").execute();
  await database.current().db.deleteFrom("audit_report").execute();
});
afterEach(() => rmSync(around, { recursive: true }));

const open = (folder = storageDir): Promise<BlobStore> =>
  openStore({ db: database.current().db, clock: systemClock, random: systemRandom }, { storageDir: folder });
const markIn = (folder: string): string => readFileSync(join(folder, "store-id"), "utf8").trim();
const octets = [Buffer.from("a contract")];

/** What happens where a disk is not mounted, and when it is again. */
async function whileAway(act: () => Promise<void>): Promise<void> {
  renameSync(storageDir, `${storageDir}-away`);
  mkdirSync(storageDir);
  await act();
  expect(readdirSync(storageDir)).toEqual([]);
  rmSync(storageDir, { recursive: true });
  renameSync(`${storageDir}-away`, storageDir);
}

describe("the store of a database", () => {
  it("is marked by the first start, by all processes of it alike, and found again", async () => {
    await Promise.all([open(), open(), open()]);
    const mark = markIn(storageDir);
    expect(mark).toMatch(/^[0-9a-f]{32}$/);
    await open();
    expect([markIn(storageDir), readdirSync(storageDir)]).toEqual([mark, ["store-id"]]);
    expect(await storeFault(database.current().db, storageDir)).toBeNull();
  });

  it("is no other's, and no empty folder: nothing starts with one, and nothing is made there", async () => {
    await open();
    const other = join(around, "others");
    mkdirSync(other);
    writeFileSync(join(other, "store-id"), `${"7".repeat(32)}\n`);
    await expect(open(other)).rejects.toThrow(/is not the store of this database: it is another's/);
    await expect(open(join(around, "none"))).rejects.toThrow(/it has no mark of one .*Is its disk mounted\?/);
    expect(readdirSync(around).toSorted()).toEqual(["blobs", "others"]);
    expect(await storeFault(database.current().db, other)).toMatch(/does not hold the documents of this database/);
  });

  it("is not the one that another database has filled, nor one with a damaged mark", async () => {
    const others = fileBlobs(storageDir);
    await others.put(octets);
    writeFileSync(join(storageDir, "store-id"), `${"7".repeat(32)}\n`);
    await expect(open()).rejects.toThrow(/holds the documents of another database/);
    writeFileSync(join(storageDir, "store-id"), "");
    await expect(open()).rejects.toThrow(/store-id is damaged .*Is its disk mounted\?/);
    expect(await database.current().db.selectFrom("blob_store").selectAll().execute()).toEqual([]);
  });

  it("is what a first start has marked that ended before the database knew", async () => {
    mkdirSync(storageDir);
    writeFileSync(join(storageDir, "store-id"), `${"7".repeat(32)}\n`);
    await open();
    expect(await storeFault(database.current().db, storageDir)).toBeNull();
  });

  it("takes nothing, forgets nothing and is not well while something empty stands in its place", async () => {
    const store = await open();
    const { sha256 } = await store.put(octets);
    await whileAway(async () => {
      await expect(store.put(octets)).rejects.toThrow(BlobsAway);
      await expect(store.draft()).rejects.toThrow(BlobsAway);
      await expect(store.check()).rejects.toThrow(BlobsAway);
      await expect(store.discard(sha256, new Date(Date.now() + 60_000))).rejects.toThrow(BlobsAway);
    });
    expect((await store.put(octets)).sha256).toBe(sha256);
  });

  it("does not say that it keeps what went elsewhere since it was begun", async () => {
    const looks: Array<() => void> = [
      () => undefined,
      () => {
        throw new BlobsAway("its disk went");
      },
    ];
    const store = fileBlobs(
      storageDir,
      async () => undefined,
      async () => looks.shift()?.(),
    );
    await expect(store.put(octets)).rejects.toThrow("its disk went");
  });
});

describe("the store of a database that an older program wrote", () => {
  const named = (sha256: string) =>
    database
      .current()
      .db.insertInto("audit_report")
      .values({
        ...{ workflow_id: "abc" as WorkflowId, state: sha256, language: "de" },
        ...{ sha256, size: 10, created_at: systemClock.now() },
      })
      .execute();

  it("is the one that holds its documents, not an empty one", async () => {
    const { sha256 } = await fileBlobs(storageDir).put(octets);
    await named(sha256);
    await expect(open(join(around, "none"))).rejects.toThrow(/holds none of the documents of this database/);
    await open();
    expect(markIn(storageDir)).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is found though some of its documents were lost", async () => {
    const { sha256 } = await fileBlobs(storageDir).put(octets);
    for (const one of [sha256, "0".repeat(64), "f".repeat(64)]) await named(one);
    await open();
  });
});
