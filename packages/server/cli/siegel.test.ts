import { spawn } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { recordEvent } from "../rooms/audit-trail/audit-trail.ts";
import { useTestDatabase } from "../test/test-database.ts";

const database = useTestDatabase();

/** Runs the command as a person would. */
async function siegel(
  args: string[],
  environment: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "siegel.ts"), ...args], {
    env: { PATH: process.env.PATH ?? "", ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, output };
}

describe("siegel verify-audit", () => {
  it("[T-040] names the row that somebody changed, and ends with 1", async () => {
    const { db, url } = database.current();
    for (const n of [1, 2, 3])
      await recordEvent(db, { at: new Date(n), type: "key.used", actor: { kind: "system" }, details: { n } });
    expect(await siegel(["verify-audit"], { DATABASE_URL: url })).toEqual({
      status: 0,
      output: "1 chains, 3 events, 0 faults\n",
    });
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`update audit_event set actor_id = 'nobody' where seq = 2`.execute(trx);
    });
    const found = await siegel(["verify-audit"], { DATABASE_URL: url });
    expect(found.status).toBe(1);
    expect(found.output).toContain("chain service, row 2 was changed");
  });
});

describe("siegel doctor", () => {
  it("prints what stands against production, a line each", async () => {
    const { status, output } = await siegel(["doctor"], { SIEGEL_PUBLIC_URL: "http://sign.test" });
    expect(status).toBe(1);
    for (const name of ["SIEGEL_PUBLIC_URL", "SIEGEL_SMTP_URL", "SIEGEL_KEY_ENCRYPTION_KEY", "SIEGEL_DEMO"])
      expect(output).toContain(name);
  });
});

describe("siegel", () => {
  it("says what it can do when it is asked for something else", async () => {
    expect(await siegel(["dance"], {})).toEqual({ status: 2, output: "usage: siegel verify-audit | siegel doctor\n" });
  });
});
