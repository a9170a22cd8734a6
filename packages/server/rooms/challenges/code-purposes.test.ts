/** A code is good for one purpose of one holder, also where the holder is no signer. */
import { keyFor, macOf } from "@siegel/kernel/mac/server-secret.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { Channel, HolderKind, Purpose } from "../../db/challenges-tables.ts";
import { inTransaction } from "../../db/transaction.ts";
import { type CodeHouse as House, codeHouse as house } from "../../test/code-house.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { purposeRules } from "./challenges-rules.ts";
import { checkCode } from "./check-code.ts";
import { type CodeHolder, openCode } from "./code-secret.ts";
import { type CodeOrder, secondsToWait, sendCode, type WrittenCode, writeCode } from "./write-code.ts";

const database = useTestDatabase();
const purposes = Object.keys(purposeRules) as Purpose[];

/** A code of that purpose for somebody new who may have one. */
function orderOf({ now, random }: House, purpose: Purpose, id = random.id()): CodeOrder {
  const { holder, channels } = purposeRules[purpose];
  const isSigner = holder === "signer";
  const channel: Channel = channels[0];
  return {
    purpose,
    holder: { kind: holder, id },
    channel,
    sentTo: channel === "mail" ? `${id}@mail.example` : `+49151${random.digits(8)}`,
    workflowId: isSigner ? (`workflow of ${id}` as never) : null,
    stateHash: isSigner ? "state" : null,
    language: "de",
    network: "192.0.2.1",
    ip: "192.0.2.1",
    userAgent: "Firefox",
    now,
  };
}

type Arrived = { readonly order: CodeOrder; readonly written: WrittenCode; readonly otp: string };

async function arrive(deps: House, order: CodeOrder): Promise<Arrived> {
  const written = await inTransaction(deps.db, (db) => writeCode(db, deps, order));
  const { message, ...rest } = written;
  if (message === null) {
    const sealed = await deps.db
      .selectFrom("code_delivery")
      .select("sealed_code")
      .where("attempt_id", "=", written.attemptId)
      .executeTakeFirstOrThrow();
    return {
      order,
      written,
      otp: openCode(deps.codeSecret, written.attemptId, sealed.sealed_code ?? new Uint8Array()),
    };
  }
  expect(await sendCode(deps, order, { ...rest, message })).toEqual({ ok: true });
  return { order, written, otp: /\b\d{6}\b/.exec(deps.texts.at(-1) ?? "")?.[0] ?? "" };
}

const check = (deps: House, { order, written, otp }: Arrived, as: { purpose?: Purpose; holder?: CodeHolder } = {}) =>
  checkCode(deps, {
    purpose: as.purpose ?? order.purpose,
    holder: as.holder ?? order.holder,
    authToken: written.authToken,
    otp,
    stateHash: order.stateHash,
  });

const wrong = { ok: false, code: "CHECK_SMS_PIN_WRONG" };

describe("a code", () => {
  it("[S-135] [S-260] passes for its own purpose, holder and address, and for no other", async () => {
    const deps = house(database.current().db);
    const kinds: readonly HolderKind[] = ["signer", "identification", "certificate", "mailbox"];
    for (const purpose of purposes) {
      const arrived = await arrive(deps, orderOf(deps, purpose));
      const { kind, id } = arrived.order.holder;
      for (const other of purposes.filter((one) => one !== purpose))
        expect(await check(deps, arrived, { purpose: other }), `${purpose} as ${other}`).toEqual(wrong);
      for (const other of kinds.filter((one) => one !== kind))
        expect(await check(deps, arrived, { holder: { kind: other, id } }), `${purpose} of a ${other}`).toEqual(wrong);
      expect(await check(deps, arrived, { holder: { kind, id: "somebody else" } })).toEqual(wrong);
      // Nor where the row was made to say that it went elsewhere.
      const { challengeId } = arrived.written;
      const row = deps.db.updateTable("challenge").where("challenge_id", "=", challengeId);
      const column = arrived.order.channel === "mail" ? "email" : "phone";
      await row.set({ [column]: "elsewhere" }).execute();
      expect(await check(deps, arrived), `${purpose} elsewhere`).toMatchObject(wrong);
      await row.set({ [column]: arrived.order.sentTo }).execute();
      expect(await check(deps, arrived), purpose).toEqual({ ok: true, challengeId: arrived.written.challengeId });
    }
  });

  it("[S-135] whose row was given another purpose or holder passes for neither", async () => {
    const deps = house(database.current().db);
    const arrived = await arrive(deps, orderOf(deps, "sign"));
    const row = deps.db.updateTable("challenge").where("challenge_id", "=", arrived.written.challengeId);
    await row.set({ purpose: "sign-qualified" }).execute();
    expect(await check(deps, arrived)).toEqual(wrong);
    expect(await check(deps, arrived, { purpose: "sign-qualified" })).toMatchObject(wrong);
    await row.set({ purpose: "sign", signer_id: "mallory" as never }).execute();
    const mallory = { kind: "signer", id: "mallory" } as const;
    expect(await check(deps, arrived, { holder: mallory })).toMatchObject(wrong);
  });

  it("of the version before signs for its signer, and does nothing else when its row says so", async () => {
    const deps = house(database.current().db);
    const arrived = await arrive(deps, orderOf(deps, "sign"));
    const { challengeId } = arrived.written;
    const row = await deps.db
      .selectFrom("challenge")
      .select(["state_hash", "phone", "expires_at", "salt"])
      .where("challenge_id", "=", challengeId)
      .executeTakeFirstOrThrow();
    const said = [
      challengeId,
      arrived.order.holder.id,
      row.state_hash,
      row.phone,
      row.expires_at.getTime(),
      arrived.otp,
    ];
    const first = macOf(keyFor(deps.codeSecret, "code check"), said, row.salt);
    const stored = deps.db.updateTable("challenge").where("challenge_id", "=", challengeId);
    await stored.set({ code_mac: Buffer.from(first) }).execute();
    expect(await check(deps, arrived)).toEqual({ ok: true, challengeId });
    await stored.set({ purpose: "sign-qualified" }).execute();
    expect(await check(deps, arrived, { purpose: "sign-qualified" })).toMatchObject(wrong);
  });

  it("[S-135] of one purpose is not ended by a newer one of another", async () => {
    const deps = house(database.current().db);
    const change = await arrive(deps, orderOf(deps, "change", "certificate"));
    const revoke = await arrive(deps, orderOf(deps, "revoke-sms", "certificate"));
    for (const one of [change, revoke]) expect(await check(deps, one)).toMatchObject({ ok: true });
    const newer = await arrive(deps, orderOf(deps, "change", "certificate"));
    expect(await check(deps, change)).toMatchObject(wrong);
    for (const one of [newer, revoke]) expect(await check(deps, one)).toMatchObject({ ok: true });
  });

  it("[S-123] [S-136] is counted by holder and by mailbox as it is by number", async () => {
    const deps = house(database.current().db);
    const order = orderOf(deps, "revoke-mail");
    const wait = (later: number, id = order.holder.id): Promise<number> => {
      const now = new Date(deps.now.getTime() + later * 1000);
      const send = { ...order, holder: { ...order.holder, id }, now };
      return inTransaction(deps.db, (db) => secondsToWait(db, deps, send));
    };
    await arrive(deps, order);
    expect([await wait(1), await wait(60), await wait(1, "other")]).toEqual([59, 0, 0]);
    await arrive(deps, { ...order, now: new Date(deps.now.getTime() + 60_000) });
    expect(await wait(120, "other")).toBe(3_600 - 120);
  });

  it("of somebody who is no signer stands in the service's own trail, with what it is for", async () => {
    const deps = house(database.current().db);
    const arrived = await arrive(deps, orderOf(deps, "personal-ident"));
    await check(deps, { ...arrived, otp: arrived.otp === "000000" ? "000001" : "000000" });
    const { challengeId } = arrived.written;
    const about = await deps.db
      .selectFrom("audit_event")
      .innerJoin("audit_event_details", (join) =>
        join
          .onRef("audit_event_details.chain_id", "=", "audit_event.chain_id")
          .onRef("audit_event_details.seq", "=", "audit_event.seq"),
      )
      .select(["audit_event.chain_id", "type", "actor_kind", "details"])
      .where(sql<boolean>`details ->> 'challengeId' = ${challengeId}`)
      .orderBy("audit_event.seq")
      .execute();
    const common = { chain_id: "service", actor_kind: "system" };
    expect(about).toMatchObject([
      { ...common, type: "code.issued", details: { purpose: "personal-ident" } },
      { ...common, type: "code.wrong", details: { triesLeft: 4 } },
    ]);
  });

  it("is written for no holder and no way that its purpose does not name", async () => {
    const deps = house(database.current().db);
    const byMail = { ...orderOf(deps, "sign"), channel: "mail", sentTo: "ada@mail.example" } as const;
    const ofNoSigner = { ...orderOf(deps, "change"), purpose: "sign" } as const;
    for (const order of [byMail, ofNoSigner])
      await expect(inTransaction(deps.db, (db) => writeCode(db, deps, order))).rejects.toThrow("no code to sign");
  });

  it("has a row only with a signer, their workflow and a state, or with somebody else, and with one address", async () => {
    const { db, random } = house(database.current().db);
    const insert = (row: Readonly<Record<string, string>>) => {
      const all = { channel: "sms", phone: "+491", ...row };
      const columns = [...Object.keys(all)].map((name) => sql.ref(name));
      return sql`
        insert into challenge (challenge_id, auth_token_hash, purpose, reference, salt, code_mac, issued_at, expires_at, ${sql.join(columns)})
        values (${random.id()}, ${random.id()}, 'sign', 'A', '', '', now(), now(), ${sql.join(Object.values(all))})`.execute(
        db,
      );
    };
    const signer = { signer_id: "s", workflow_id: "w", state_hash: "h" };
    await insert(signer);
    for (const row of [
      { signer_id: "s", workflow_id: "w" },
      { signer_id: "s", state_hash: "h" },
      { ...signer, other_id: "c" },
      { ...signer, holder_kind: "certificate" },
      { holder_kind: "certificate" },
      { other_id: "c" },
      { other_id: "c", holder_kind: "certificate", workflow_id: "w" },
      { other_id: "c", holder_kind: "certificate", email: "a@mail.example" },
      { other_id: "c", holder_kind: "certificate", channel: "mail" },
      { other_id: "c", holder_kind: "else" },
    ])
      await expect(insert(row), JSON.stringify(row)).rejects.toThrow(/violates/);
  });
});
