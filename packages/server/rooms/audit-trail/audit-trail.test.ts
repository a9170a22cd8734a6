import type { FileId, SignerId, WorkflowId } from "@siegel/contract/ids.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Db } from "../../db/database.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { eraseTrailDetails, readTrail, recordEvent, trailHead, verifyTrail } from "./audit-trail.ts";

const database = useTestDatabase();
const at = new Date("2026-11-21T09:00:00.123Z");

/** Runs `tampering` as a database administrator would (triggers off), verifies, and puts everything back. */
async function faultsAfter(tampering: (db: Db) => Promise<unknown>) {
  class RollBack extends Error {}
  let faults: Awaited<ReturnType<typeof verifyTrail>>["faults"] = [];
  const undone = database
    .current()
    .db.transaction()
    .execute(async (db) => {
      await sql`set local session_replication_role = replica`.execute(db);
      await tampering(db);
      faults = (await verifyTrail(db)).faults;
      throw new RollBack();
    });
  await expect(undone).rejects.toBeInstanceOf(RollBack);
  return faults;
}

async function chainOfFour(name: string): Promise<WorkflowId> {
  const workflowId = name.padEnd(26, "0") as WorkflowId;
  for (const type of ["workflow.created", "signer.logged-in", "documents.confirmed", "signer.signed"]) {
    await recordEvent(database.current().db, {
      at,
      type,
      actor: { kind: "signer", id: "s", ip: "192.0.2.7" },
      workflowId,
      details: { type },
    });
  }
  return workflowId;
}

describe("a chain of the audit trail", () => {
  it("holds as it was recorded, with microseconds and the observed address", async () => {
    const workflowId = await chainOfFour("a");
    const events = await readTrail(database.current().db, workflowId);
    expect(events.map((event) => [event.seq, event.type, event.at])).toEqual([
      [1, "workflow.created", "2026-11-21T09:00:00.123000Z"],
      [2, "signer.logged-in", "2026-11-21T09:00:00.123000Z"],
      [3, "documents.confirmed", "2026-11-21T09:00:00.123000Z"],
      [4, "signer.signed", "2026-11-21T09:00:00.123000Z"],
    ]);
    expect(events[0]?.details).toEqual({ type: "workflow.created", ip: "192.0.2.7" });
    expect(await trailHead(database.current().db, workflowId)).toEqual({ seq: 4, hash: events[3]?.hash });
    expect((await verifyTrail(database.current().db)).faults).toEqual([]);
  });

  it("[T-040] names the row that was changed by hand", async () => {
    const chainId = await chainOfFour("b");
    const changes = [
      [sql`update audit_event set type = 'signer.refused' where chain_id = ${chainId} and seq = 2`, 2, "changed"],
      [
        sql`update audit_event set at = at + interval '1 microsecond' where chain_id = ${chainId} and seq = 3`,
        3,
        "changed",
      ],
      [sql`update audit_event set signer_id = 'x' where chain_id = ${chainId} and seq = 4`, 4, "changed"],
      [
        sql`update audit_event_details set details = '{"type":"x"}' where chain_id = ${chainId} and seq = 1`,
        1,
        "details-changed",
      ],
      [sql`delete from audit_event_details where chain_id = ${chainId} and seq = 1`, 1, "details-missing"],
      [sql`delete from audit_event where chain_id = ${chainId} and seq = 2`, 2, "missing"],
      [sql`delete from audit_event where chain_id = ${chainId} and seq = 4`, 4, "missing"],
      [sql`update audit_chain set hash = ${"f".repeat(64)} where chain_id = ${chainId}`, null, "head-wrong"],
      [sql`delete from audit_chain where chain_id = ${chainId}`, null, "no-chain"],
    ] as const;
    for (const [change, seq, kind] of changes) {
      expect(await faultsAfter((db) => change.execute(db))).toContainEqual({ chainId, seq, kind });
    }
    expect((await verifyTrail(database.current().db)).faults).toEqual([]);
  });

  it("[T-040] names the row whatever column of it was changed: every one of the table, from a value and from none", async () => {
    const { db } = database.current();
    const chainId = await chainOfFour("columns");
    const everywhere = { workflowId: chainId, signerId: "signer" as SignerId, fileId: "file" as FileId };
    await recordEvent(db, {
      at,
      type: "signer.signed",
      actor: { kind: "signer", id: "s" },
      ...everywhere,
      details: {},
    });
    await recordEvent(db, { at, type: "workflow.seen", actor: { kind: "system" }, workflowId: chainId, details: {} });
    // A value that the column takes and that neither row has; what moves a row to another place is seen where it is missing.
    const others: Readonly<Record<string, [string, "changed" | "missing"]>> = {
      actor_id: ["'other'", "changed"],
      actor_kind: ["'operator'", "changed"],
      at: ["at + interval '1 microsecond'", "changed"],
      chain_id: ["'elsewhere'", "missing"],
      details_hash: ["repeat('a', 64)", "changed"],
      file_id: ["'other'", "changed"],
      hash: ["repeat('b', 64)", "changed"],
      prev_hash: ["repeat('c', 64)", "changed"],
      seq: ["seq + 100", "missing"],
      signer_id: ["'other'", "changed"],
      type: ["'other'", "changed"],
      workflow_id: ["'other'", "changed"],
    };
    const { rows: columns } = await sql<{ name: string; nullable: string }>`
      select column_name as name, is_nullable as nullable from information_schema.columns
      where table_name = 'audit_event' and table_schema = current_schema() order by column_name`.execute(db);
    expect(columns.map(({ name }) => name)).toEqual(Object.keys(others));
    for (const { name, nullable } of columns) {
      const [other = "", kind = "changed"] = others[name] ?? [];
      for (const seq of [5, 6]) {
        const values = nullable === "YES" && seq === 5 ? [other, "null"] : [other];
        for (const value of values) {
          const change = sql`update audit_event set ${sql.ref(name)} = ${sql.raw(value)} where chain_id = ${chainId} and seq = ${seq}`;
          const faults = await faultsAfter((trx) => change.execute(trx));
          expect(faults, `${name} of ${seq} became ${value}`).toContainEqual({ chainId, seq, kind });
        }
      }
    }
  });

  it("[T-040] finds rows that changed places, even with their own hashes recomputed", async () => {
    const chainId = await chainOfFour("c");
    const faults = await faultsAfter(async (db) => {
      await sql`update audit_event set seq = seq + 10 where chain_id = ${chainId} and seq in (2, 3)`.execute(db);
      await sql`update audit_event set seq = 15 - seq where chain_id = ${chainId} and seq in (12, 13)`.execute(db);
    });
    expect(faults.map((fault) => fault.seq)).toEqual(expect.arrayContaining([2, 3]));
  });

  it("refuses changes that come through SQL", async () => {
    const { db } = database.current();
    const chainId = await chainOfFour("d");
    const appendOnly = /append-only|erased, not changed|grows by one/;
    await expect(sql`update audit_event set type = 'x' where chain_id = ${chainId}`.execute(db)).rejects.toThrow(
      appendOnly,
    );
    await expect(sql`delete from audit_event where chain_id = ${chainId}`.execute(db)).rejects.toThrow();
    await expect(sql`truncate audit_event cascade`.execute(db)).rejects.toThrow(appendOnly);
    await expect(sql`delete from audit_event_details where chain_id = ${chainId}`.execute(db)).rejects.toThrow(
      appendOnly,
    );
    await expect(
      sql`update audit_event_details set details = '{}' where chain_id = ${chainId}`.execute(db),
    ).rejects.toThrow(appendOnly);
    await expect(sql`update audit_chain set seq = 1 where chain_id = ${chainId}`.execute(db)).rejects.toThrow(
      appendOnly,
    );
  });

  it("still holds after its details were erased, and says who erased which", async () => {
    const { db } = database.current();
    const workflowId = await chainOfFour("e");
    await eraseTrailDetails(db, { workflowId, at, actor: { kind: "operator", id: "o" } });
    const events = await readTrail(db, workflowId);
    expect(events.map((event) => event.details)).toEqual([null, null, null, null, { erased: [1, 2, 3, 4] }]);
    expect(events.at(-1)).toMatchObject({ type: "trail.details-erased", actorKind: "operator", actorId: "o" });
    expect((await verifyTrail(db)).faults).toEqual([]);
    await eraseTrailDetails(db, { workflowId, at, actor: { kind: "operator", id: "o" } });
    expect(await readTrail(db, workflowId)).toHaveLength(5);
  });

  it("[T-040] names rows whose details were erased without an event that says so", async () => {
    const chainId = await chainOfFour("h");
    const { db } = database.current();
    const erase = (seq: number) =>
      sql`update audit_event_details set details = '{}', salt = '', erased_at = now() where chain_id = ${chainId} and seq = ${seq}`;
    // Nothing keeps anybody who comes through SQL from this, triggers or not.
    const inTransaction = async (work: (trx: Db) => Promise<unknown>) =>
      await db
        .transaction()
        .execute(async (trx) => {
          await work(trx);
          throw (await verifyTrail(trx)).faults;
        })
        .catch((thrown: unknown) => thrown);
    const fault = (seq: number) => ({ chainId, seq, kind: "details-erased" });
    expect(await inTransaction((trx) => erase(2).execute(trx))).toEqual([fault(2)]);
    // An erasure of another row, and an event that was written before, account for nothing.
    const told = { at, actor: { kind: "operator" as const }, workflowId: chainId, type: "trail.details-erased" };
    const answered = await inTransaction(async (trx) => {
      await recordEvent(trx, { ...told, details: { erased: [3, 6] } });
      await recordEvent(trx, { ...told, type: "signer.signed", details: { erased: [1] } });
      for (const seq of [1, 3, 6]) await erase(seq).execute(trx);
    });
    expect(answered).toEqual([fault(1), fault(6)]);
    // If the event is erased too, both checks find it.
    const covered = await inTransaction(async (trx) => {
      await eraseTrailDetails(trx, { workflowId: chainId, at, actor: { kind: "operator" } });
      await erase(5).execute(trx);
    });
    expect(covered).toEqual([1, 2, 3, 4, 5].map(fault));
  });

  it("stays one chain when many write at once", async () => {
    const { db } = database.current();
    const workflowId = "f".padEnd(26, "0") as WorkflowId;
    const record = (n: number) =>
      recordEvent(db, { at, type: "test", actor: { kind: "system" }, workflowId, details: { n } });
    await Promise.all(Array.from({ length: 20 }, (_, n) => record(n)));
    expect((await trailHead(db, workflowId))?.seq).toBe(20);
    expect((await verifyTrail(db)).faults).toEqual([]);
  });

  it("holds while others write to it: head and events are looked at in one moment", async () => {
    const { db } = database.current();
    const workflowId = "g".padEnd(26, "0") as WorkflowId;
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n++)
        await recordEvent(db, { at, type: "test", actor: { kind: "system" }, workflowId, details: { n } });
    })();
    const found = [];
    for (let n = 0; n < 30; n++) found.push(...(await verifyTrail(db)).faults);
    writing = false;
    await writer;
    expect(found).toEqual([]);
  });
});
