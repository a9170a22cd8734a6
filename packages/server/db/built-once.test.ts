import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Sha256Hex } from "../ports/blobs.ts";
import { useTestDatabase } from "../test/test-database.ts";
import { builtOnce } from "./built-once.ts";

const database = useTestDatabase();

describe("a statement that is built once", () => {
  it("takes the values of each call, as often and in whatever places they stand, and keeps its own", async () => {
    let built = 0;
    const between = builtOnce((db, wanted: { low: number; high: number; label: string | null }) => {
      built += 1;
      const numbers = sql<{ n: number }>`(select generate_series(${wanted.low}::int, ${wanted.high}::int) as n)`.as(
        "numbers",
      );
      return db
        .selectFrom(numbers)
        .select(["n", sql<string | null>`${wanted.label}::text`.as("label")])
        .where("n", ">=", wanted.low)
        .where("n", "<>", 3);
    });
    const { db } = database.current();
    expect((await between(db, { low: 2, high: 4, label: "a" })).rows).toEqual([
      { n: 2, label: "a" },
      { n: 4, label: "a" },
    ]);
    const inside = await db.transaction().execute((trx) => between(trx, { high: 1, low: 1, label: null }));
    expect([inside.rows, built]).toEqual([[{ n: 1, label: null }], 1]);
  });

  it("is built anew where a plugin looks at each statement", async () => {
    const nothing = builtOnce((db, { n }: { n: number }) => db.selectNoFrom(sql<number>`${n}::int`.as("n")));
    const { db } = database.current();
    let seen = 0;
    const watched = db.withPlugin({
      transformQuery: ({ node }) => {
        seen += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    for (const n of [1, 2]) expect((await nothing(n === 1 ? db : watched, { n })).rows).toEqual([{ n }]);
    expect((await nothing(watched, { n: 3 })).rows).toEqual([{ n: 3 }]);
    expect(seen).toBe(2);
  });

  it("says how many rows it changed", async () => {
    const forget = builtOnce((db, { before }: { before: Date }) =>
      db.deleteFrom("pending_blob").where("put_at", "<", before),
    );
    const { db } = database.current();
    await db
      .insertInto("pending_blob")
      .values({ sha256: "a".repeat(64) as Sha256Hex, put_at: new Date(5) })
      .execute();
    expect((await forget(db, { before: new Date(5) })).numAffectedRows).toBe(0n);
    expect((await forget(db, { before: new Date(6) })).numAffectedRows).toBe(1n);
  });
});
