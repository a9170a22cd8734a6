/** Keys of the authority in a token: real processes and SoftHSM2. */
import { constants, createHash, createPublicKey, verify } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type KeyId, KeyMissing, type KeyStore, KeysUnavailable } from "../../ports/keys.ts";
import { hasSoftToken, makeSoftToken } from "../../test/soft-token.ts";
import { systemRandom as random } from "../random.ts";
import { placedKeys } from "./placed-keys.ts";
import { softwareKeys, type WrappedKey } from "./software-keys.ts";
import { tokenKeys } from "./token-keys.ts";
import { openToken } from "./token-session.ts";

const entry = new URL("../../workers/unit-keys.ts", import.meta.url);
let soft: ReturnType<typeof makeSoftToken>;

/** A store over the token, as each process of the service opens one. */
function openStore(how: { readonly wrong?: object; readonly actMs?: number } = {}): KeyStore {
  const { wrong, ...times } = how;
  const { place, environment } = soft;
  const store = tokenKeys({ entry, token: { ...place, ...wrong }, environment, random, ...times });
  onTestFinished(store.close);
  return store;
}

const message = Buffer.from("to be signed");
const toBeSigned = (digestAlgorithm: "sha256" | "sha384") => ({
  message,
  digest: new Uint8Array(createHash(digestAlgorithm).update(message).digest()),
  digestAlgorithm,
});

/** The processes with a token's keys that this one started. */
function processes(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => isOurs(pid))
    .map(Number);
}

function isOurs(pid: string): boolean {
  try {
    const [, parent] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("unit-keys.ts");
  } catch {
    return false;
  }
}

describe.skipIf(!hasSoftToken)("keys in a token", () => {
  beforeAll(() => {
    soft = makeSoftToken();
  });
  afterAll(() => soft.remove());

  it.each([
    { kind: "p256", digest: "sha256", algorithm: "ecdsa-p256-sha256", signatures: 300 },
    { kind: "p384", digest: "sha384", algorithm: "ecdsa-p384-sha384", signatures: 100 },
    { kind: "rsa3072", digest: "sha256", algorithm: "rsa-pss-sha256", signatures: 1 },
  ] as const)(
    "[T-015] sign with a $kind key that another process made",
    async ({ kind, digest, algorithm, ...many }) => {
      const { keyId, subjectPublicKeyInfo } = await openStore().generate(kind);
      const signer = await openStore().signer(keyId);
      expect(signer.algorithm).toBe(algorithm);
      await expect(openStore().signer(keyId, "rsa-pkcs1-sha512")).rejects.toThrow(`a ${kind} key does not make`);
      const key = createPublicKey({ key: Buffer.from(subjectPublicKeyInfo), format: "der", type: "spki" });
      const options =
        kind === "rsa3072"
          ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
          : { key, dsaEncoding: "der" as const };
      // With this many, some numbers begin with a zero, and their DER is shorter.
      for (let n = 0; n < many.signatures; n++)
        expect(verify(digest, message, options, await signer.sign(toBeSigned(digest)))).toBe(true);
    },
  );

  it("[T-015] lie there so that they can sign and be read by nobody, and are gone once destroyed", async () => {
    const store = openStore();
    const { keyId } = await store.generate("p384");
    const { library, token, session } = await openToken(soft.place, "SIEGEL_AUTHORITY_PKCS11");
    onTestFinished(() => token.C_Finalize());
    const found = () => {
      token.C_FindObjectsInit(session, [{ type: library.CKA_ID, value: Buffer.from(keyId) }]);
      const all = token.C_FindObjects(session, 9);
      token.C_FindObjectsFinal(session);
      return all;
    };
    // The public half is not kept.
    const [key = Buffer.alloc(0), ...others] = found();
    expect(others).toEqual([]);
    for (const [type, value] of [
      [library.CKA_SENSITIVE, 1],
      [library.CKA_ALWAYS_SENSITIVE, 1],
      [library.CKA_EXTRACTABLE, 0],
      [library.CKA_NEVER_EXTRACTABLE, 1],
      [library.CKA_PRIVATE, 1],
    ] as const)
      expect(token.C_GetAttributeValue(session, key, [{ type }])[0]?.value).toEqual(Buffer.of(value));
    expect(() => token.C_GetAttributeValue(session, key, [{ type: library.CKA_VALUE }])).toThrow(
      "CKR_ATTRIBUTE_SENSITIVE",
    );
    const signer = await store.signer(keyId);
    await store.destroy(keyId);
    await store.destroy(keyId);
    expect(found()).toEqual([]);
    await expect(signer.sign(toBeSigned("sha384"))).rejects.toThrow(KeyMissing);
    for (const missing of [keyId, "pkcs11:p256:nowhere", "pkcs11:other:nowhere"])
      await expect(store.signer(missing as KeyId)).rejects.toThrow(KeyMissing);
  });

  it("open another session where one is lost, for all who ask at once, and keep nobody waiting for a token that hangs", async () => {
    const store = openStore({ actMs: 1_500 });
    const { keyId } = await store.generate("p256");
    const signer = await store.signer(keyId);
    const sign = async (): Promise<number> => (await signer.sign(toBeSigned("sha256"))).length;
    for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
      await expect.poll(processes).toHaveLength(1);
      const [pid] = processes();
      // Its PIN came by a message, and the service's settings did not come at all.
      for (const file of ["cmdline", "environ"])
        expect(readFileSync(`/proc/${pid}/${file}`, "utf8")).not.toMatch(/8642-Quitte|SIEGEL_|DATABASE_URL/);
      process.kill(pid ?? 0, signal);
      const signing = Promise.all([sign(), sign(), sign(), sign()]);
      // Nothing here waits meanwhile.
      const begun = performance.now();
      await sleep(20);
      expect(performance.now() - begun).toBeLessThan(500);
      for (const length of await signing) expect(length).toBeGreaterThan(64);
      await expect.poll(processes).toHaveLength(1);
      expect(processes()).not.toContain(pid);
    }
    await store.check();
    await store.close();
    expect(processes()).toEqual([]);
    await expect(store.check()).rejects.toThrow("the keys are closed");
  });

  it("name the setting that is wrong, try again after a while, and show a refused PIN once only", async () => {
    const wrongs = [
      [{ module: "/nowhere.so" }, /^SIEGEL_AUTHORITY_PKCS11_MODULE: \/nowhere\.so does not load/],
      [{ token: "other" }, /^SIEGEL_AUTHORITY_PKCS11_TOKEN: no token is called "other"$/],
    ] as const;
    for (const [wrong, words] of wrongs) {
      const checked = openStore({ wrong }).check();
      await expect(checked).rejects.toThrow(KeysUnavailable);
      await expect(checked).rejects.toThrow(words);
    }
    const place = { token: "other", module: soft.place.module, pin: soft.place.pin };
    const { environment } = soft;
    const store = tokenKeys({ entry, token: place, environment, random, pauseMs: 1_000 });
    onTestFinished(store.close);
    await expect(store.check()).rejects.toThrow("no token");
    Object.assign(place, { token: soft.place.token });
    // In the pause nothing is started for those who ask.
    await expect(store.check()).rejects.toThrow("no token");
    await sleep(1_100);
    await store.check();

    const refused = { ...soft.place, pin: "9753-Birne" };
    const shown = tokenKeys({ entry, token: refused, environment, random, pauseMs: 0 });
    onTestFinished(shown.close);
    for (let n = 0; n < 2; n++) {
      const fault = await shown.check().catch(String);
      expect(fault).toContain("SIEGEL_AUTHORITY_PKCS11_PIN: the token refused the PIN");
      expect(fault).not.toContain("9753");
      // The right one now: the second answer comes without the token.
      refused.pin = soft.place.pin;
    }
  });

  it("are those of units only, beside software keys that go on where they are", async () => {
    const rows = new Map<KeyId, WrappedKey>();
    const records = {
      save: async (key: WrappedKey) => void rows.set(key.keyId, key),
      read: async (keyId: KeyId) => rows.get(keyId) ?? null,
      destroy: async (keyId: KeyId) => void rows.delete(keyId),
    };
    const software = softwareKeys({ records, keyEncryptionKey: random.bytes(32), random });
    const before = placedKeys({ software, token: null, unitsIn: "software" });
    const keys = placedKeys({ software, token: openStore(), unitsIn: "pkcs11" });
    const after = placedKeys({ software, token: openStore(), unitsIn: "software" });
    const [old, signer, unit, late] = [
      await before.generate("p384", "unit"),
      await keys.generate("p256", "signer"),
      await keys.generate("p384"),
      await after.generate("p384", "unit"),
    ];
    expect([...rows.keys()]).toEqual([old.keyId, signer.keyId, late.keyId]);
    for (const { keyId } of [old, signer, unit, late]) {
      expect((await (await keys.signer(keyId)).sign(toBeSigned("sha256"))).length).toBeGreaterThan(64);
      expect((await (await after.signer(keyId)).sign(toBeSigned("sha256"))).length).toBeGreaterThan(64);
    }
    await expect(before.signer(unit.keyId)).rejects.toThrow("SIEGEL_AUTHORITY_PKCS11_MODULE: missing");
    for (const { keyId } of [old, signer, unit, late]) await keys.destroy(keyId);
    expect(rows.size).toBe(0);
    await expect(keys.signer(unit.keyId)).rejects.toThrow(KeyMissing);
  });
});
