import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { useTestDatabase } from "../test/test-database.ts";
import { openDatabase } from "./database.ts";
import { inTransactionAbout } from "./transaction.ts";

const database = useTestDatabase();

it("keeps those who wait for the same thing away from the connections that others need", async () => {
  const { db, pool, close } = openDatabase(database.current().url, { max: 2 });
  onTestFinished(close);
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const order: number[] = [];
  const many = Array.from({ length: 20 }, (_, n) =>
    inTransactionAbout(db, "one workflow", async (trx) => {
      await sql`select 1`.execute(trx);
      await gate;
      order.push(n);
      if (n === 3) throw new Error("played");
    }).catch((fault: unknown) => fault),
  );
  // Nineteen wait; the second connection is everybody else's, at once and again and again.
  for (let n = 0; n < 5; n += 1) await inTransactionAbout(db, `another ${n}`, (trx) => sql`select 1`.execute(trx));
  expect(order).toEqual([]);
  expect(pool.waitingCount).toBe(0);
  open();
  const ended = await Promise.all(many);
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(ended.filter((fault) => fault instanceof Error)).toHaveLength(1);
});
