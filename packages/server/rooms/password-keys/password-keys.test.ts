/** Tries at a password on a real database, with a signing module that is played: what it does itself, its own tests say. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  type ModulePlace,
  ModuleUnavailable,
  type PasswordBytes,
  type WrappedKey,
} from "../../ports/signing-module.ts";
import { useTestDatabase } from "../../test/test-database.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import {
  destroyKey,
  forgetNonces,
  forgetTry,
  isLocked,
  makeKey,
  type PasswordKeysDeps,
  signWithKey,
  tryPassword,
  unlockKey,
  useNonce,
} from "./password-keys.ts";

const database = useTestDatabase();
let now = new Date("2026-11-27T09:00:00Z");
const wait = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000);
};
const passwordOf = (text: string) => Buffer.from(text) as Uint8Array as PasswordBytes;
const right = passwordOf("right");

/** What was asked of the module, and how many places are taken. */
const seen = { asked: [] as string[], taken: 0 };
/** Whether its process dies on the way. */
let isLost = false;
const opens = async (kind: string, password: Uint8Array): Promise<boolean> => {
  seen.asked.push(kind);
  await new Promise(setImmediate);
  if (isLost) throw new ModuleUnavailable("played");
  return Buffer.from(password).equals(right);
};
const takePlace = (): ModulePlace => {
  seen.taken += 1;
  return {
    generate: async (keyId) => ({
      ok: true,
      wrapped: Buffer.from(keyId) as Uint8Array as WrappedKey,
      subjectPublicKeyInfo: Buffer.from("spki"),
    }),
    opens: (_, password) => opens("opens", password),
    sign: async (_, password) => ((await opens("sign", password)) ? [Uint8Array.of(1)] : null),
    spend: async () => void seen.asked.push("spend"),
    settle: async () => undefined,
    leave: () => {
      seen.taken -= 1;
    },
  };
};

const deps = (): PasswordKeysDeps => ({
  db: database.current().db,
  clock: { now: () => now },
  random: { bytes: (length) => randomBytes(length), id: () => randomBytes(13).toString("hex"), digits: () => "" },
  signingModule: { take: async () => takePlace(), fault: async () => null, close: async () => undefined },
});
const attempt = (keyId: string, password: PasswordBytes = passwordOf("wrong")) =>
  tryPassword(deps(), takePlace(), { keyId, password });
const orderNow = () =>
  ({ activation: { passwordGivenAt: now } }) as unknown as Parameters<typeof signWithKey>[2]["order"];
const owner = { firstName: "Ada", lastName: "Löwe" };
const made = async () => {
  const key = await makeKey(deps(), { password: right, owner });
  if (!key.ok) throw new Error("no key");
  return key;
};
const newKey = async () => (await made()).keyId;
const repeat = async (keyId: string, times: number) => {
  for (let i = 0; i < times; i++) expect(await attempt(keyId)).toBe("wrong");
};
const lockEvents = async () =>
  await database
    .current()
    .db.selectFrom("audit_event")
    .select("type")
    .where("type", "=", "password-key.locked")
    .execute();

beforeEach(() => {
  seen.asked = [];
  isLost = false;
});

describe("a key under a password", () => {
  it("[S-181] is locked by ten wrong passwords until a new identity check, and then costs as much and answers as little", async () => {
    const [keyId, other] = [await newKey(), await newKey()];
    const events = (await lockEvents()).length;
    await repeat(keyId, 10);
    expect(await isLocked(deps().db, keyId)).toBe(true);
    expect(await lockEvents()).toHaveLength(events + 1);
    seen.asked = [];
    expect(await attempt(keyId, right)).toBe("locked");
    const order = orderNow();
    expect(await signWithKey(deps(), takePlace(), { keyId, password: right, order })).toEqual({
      ok: false,
      why: "locked",
    });
    expect(seen.asked).toEqual(["spend", "spend"]);
    wait(48);
    expect(await attempt(keyId, right)).toBe("locked");
    expect(await attempt(other, right)).toBe("right");
    await unlockKey(deps().db, keyId);
    expect(await isLocked(deps().db, keyId)).toBe(false);
    await repeat(keyId, 9);
    expect(await attempt(keyId, right)).toBe("right");
    expect((await verifyTrail(deps().db)).faults).toEqual([]);
  });

  it("[S-181] forgets wrong passwords after 24 hours, and after a right one", async () => {
    const keyId = await newKey();
    await repeat(keyId, 9);
    wait(24);
    await repeat(keyId, 9);
    const order = orderNow();
    expect(await signWithKey(deps(), takePlace(), { keyId, password: right, order })).toEqual({
      ok: true,
      values: [Uint8Array.of(1)],
    });
    await repeat(keyId, 5);
    wait(23);
    await repeat(keyId, 5);
    expect(await isLocked(deps().db, keyId)).toBe(true);
  });

  it("[S-181] counts ten at once as ten, and asks the module for no more", async () => {
    const keyId = await newKey();
    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(keyId)));
    expect(answers.filter((answer) => answer === "wrong")).toHaveLength(10);
    expect(seen.asked.filter((kind) => kind === "opens")).toHaveLength(10);
    expect(await isLocked(deps().db, keyId)).toBe(true);
    expect(await attempt(keyId, right)).toBe("locked");
  });

  it("does not count a try that was never answered, and counts nothing in a transaction that may be undone", async () => {
    const keyId = await newKey();
    await repeat(keyId, 9);
    isLost = true;
    await expect(attempt(keyId, right)).rejects.toBeInstanceOf(ModuleUnavailable);
    isLost = false;
    expect(await isLocked(deps().db, keyId)).toBe(false);
    const inside = deps()
      .db.transaction()
      .execute((db) => tryPassword({ ...deps(), db }, takePlace(), { keyId, password: right }));
    await expect(inside).rejects.toThrow("counted whatever becomes");
    expect(await attempt(keyId, right)).toBe("right");
  });

  it("[S-181] takes back the try of a process that is taken for dead, and no other; one that answers all the same counts again", async () => {
    const keyId = await newKey();
    const { db } = deps();
    const order = orderNow();
    const answering = (sign: () => Promise<null>) =>
      signWithKey(deps(), { ...takePlace(), sign }, { keyId, password: passwordOf("wrong"), order });
    const forget = () => forgetTry(db, { keyId, passwordGivenAt: order.activation.passwordGivenAt });
    wait(1);
    await repeat(keyId, 9);
    await answering(async () => {
      // The tenth: no other password is looked at meanwhile.
      expect(await attempt(keyId, right)).toBe("locked");
      await forget();
      await forget();
      expect(await attempt(keyId)).toBe("wrong");
      return null;
    });
    expect(await isLocked(db, keyId)).toBe(true);
    const other = await newKey();
    await repeat(other, 9);
    await forgetTry(db, { keyId: other, passwordGivenAt: order.activation.passwordGivenAt });
    await repeat(other, 1);
    expect(await isLocked(db, other)).toBe(true);
  });

  it("is stored wrapped, and gone for good once it is destroyed", async () => {
    const before = seen.taken;
    const { keyId, subjectPublicKeyInfo } = await made();
    expect(seen.taken).toBe(before);
    expect(Buffer.from(subjectPublicKeyInfo).toString()).toBe("spki");
    await destroyKey(deps().db, keyId);
    await destroyKey(deps().db, keyId);
    expect([await attempt(keyId, right), await isLocked(deps().db, keyId)]).toEqual(["locked", true]);
    await unlockKey(deps().db, keyId);
    expect(await attempt(keyId, right)).toBe("locked");
  });
});

describe("activation data", () => {
  it("are used once, also by many at once, and are remembered until after their end", async () => {
    const { db } = deps();
    const activation = { nonce: "ff", notAfter: new Date(now.getTime() + 300_000) };
    const uses = await Promise.all(Array.from({ length: 8 }, () => useNonce(db, activation)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    wait(1);
    await forgetNonces(db, now);
    expect(await useNonce(db, activation)).toBe(false);
    wait(1);
    await forgetNonces(db, now);
    expect(await useNonce(db, activation)).toBe(true);
    const undone = db.transaction().execute(async (trx) => {
      expect(await useNonce(trx, { ...activation, nonce: "aa" })).toBe(true);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await useNonce(db, { ...activation, nonce: "aa" })).toBe(true);
  });
});
