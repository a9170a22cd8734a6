/** The store of documents is the database's own, or nothing goes into it. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemRandom } from "./adapters/random.ts";
import { fileBlobs } from "./adapters/store/file-blobs.ts";
import { makeMark } from "./adapters/store/store-mark.ts";
import { systemClock } from "./adapters/time/clock.ts";
import { keepStore, readStore } from "./db/store-id.ts";
import { type BlobStore, BlobsAway } from "./ports/blobs.ts";
import { useTestDatabase } from "./test/test-database.ts";
import { openStore, storeFault } from "./wire-store.ts";

const database = useTestDatabase();
const second = useTestDatabase();
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
const bytes = [Buffer.from("a contract")];

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
    await expect(open(other)).rejects.toThrow(/is not the store of this database: it bears another's mark/);
    await expect(open(join(around, "none"))).rejects.toThrow(/it has no mark of one .*Is its disk mounted\?/);
    expect(readdirSync(around).toSorted()).toEqual(["blobs", "others"]);
    expect(await storeFault(database.current().db, other)).toMatch(/it bears another's mark .*Is its disk mounted\?/);
    writeFileSync(join(other, "store-id"), "");
    expect(await storeFault(database.current().db, other)).toMatch(/store-id is damaged .*Is its disk mounted\?/);
  });

  it("is not the one that another database has filled, nor one with a damaged mark", async () => {
    const others = fileBlobs(storageDir);
    await others.put(bytes);
    await expect(open()).rejects.toThrow(/holds documents that this database does not know/);
    writeFileSync(join(storageDir, "store-id"), `${"7".repeat(32)}\n`);
    await expect(open()).rejects.toThrow(/it bears another's mark/);
    writeFileSync(join(storageDir, "store-id"), "");
    await expect(open()).rejects.toThrow(/store-id is damaged .*Is its disk mounted\?/);
    expect(await database.current().db.selectFrom("blob_store").select("claimed").execute()).toEqual([
      { claimed: false },
    ]);
    expect(await storeFault(database.current().db, storageDir)).toBeNull();
  });

  it("is not the one that another database has marked and not filled yet", async () => {
    await open();
    const { db } = second.current();
    await expect(openStore({ db, clock: systemClock, random: systemRandom }, { storageDir })).rejects.toThrow(
      /it bears another's mark/,
    );
    await open();
  });

  it("is what a first start has marked that ended before it was noted", async () => {
    await open();
    await database.current().db.updateTable("blob_store").set({ claimed: false }).execute();
    await fileBlobs(storageDir).put(bytes);
    await open();
    expect(await database.current().db.selectFrom("blob_store").select("claimed").execute()).toEqual([
      { claimed: true },
    ]);
  });

  it("is the one that another process of this database has marked and filled while this one looked", async () => {
    const { db } = database.current();
    const late = await db.transaction().execute(async (gate) => {
      // Whoever starts stops here, behind its look at the folder.
      await sql`lock table audit_report in access exclusive mode`.execute(gate);
      const starting = open();
      await expect.poll(async () => (await readStore(db))?.claimed).toBe(false);
      await makeMark(storageDir, (await readStore(db))?.storeId ?? "");
      await fileBlobs(storageDir).put(bytes);
      return { starting };
    });
    await late.starting;
  });

  it("takes nothing, forgets nothing and is not well while something empty stands in its place", async () => {
    const store = await open();
    const { sha256 } = await store.put(bytes);
    await whileAway(async () => {
      await expect(store.put(bytes)).rejects.toThrow(BlobsAway);
      await expect(store.draft()).rejects.toThrow(BlobsAway);
      await expect(store.check()).rejects.toThrow(BlobsAway);
      await expect(store.discard(sha256, new Date(Date.now() + 60_000))).rejects.toThrow(BlobsAway);
    });
    expect((await store.put(bytes)).sha256).toBe(sha256);
  });

  it("does not say that it keeps what went elsewhere since it was begun", async () => {
    const looks: Array<() => void> = [
      () => undefined,
      () => {
        throw new BlobsAway("its disk went");
      },
    ];
    const store = fileBlobs(storageDir, { requireStore: async () => looks.shift()?.() });
    await expect(store.put(bytes)).rejects.toThrow("its disk went");
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
    const { sha256 } = await fileBlobs(storageDir).put(bytes);
    await named(sha256);
    await expect(open(join(around, "none"))).rejects.toThrow(/holds none of the documents of this database/);
    await open();
    expect(markIn(storageDir)).toMatch(/^[0-9a-f]{32}$/);
  });

  it("is found though most of its documents were lost", async () => {
    const { sha256 } = await fileBlobs(storageDir).put(bytes);
    const lost = Array.from({ length: 25 }, (_, i) => i.toString(16).padStart(64, "0"));
    for (const one of [...lost, sha256]) await named(one);
    await open();
  });

  it("is none that another database has marked, though both hold the same document", async () => {
    const { sha256 } = await fileBlobs(storageDir).put(bytes);
    await named(sha256);
    await makeMark(storageDir, "7".repeat(32));
    await expect(open()).rejects.toThrow(/it bears another's mark/);
  });
});

describe("what the database keeps of its store", () => {
  it("is drawn once, whoever draws again", async () => {
    const { db } = database.current();
    const first = await keepStore(db, "1".repeat(32));
    expect([first, await keepStore(db, "2".repeat(32))]).toEqual([first, first]);
    expect(first).toEqual({ storeId: "1".repeat(32), claimed: false });
  });
});
