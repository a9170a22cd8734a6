/** The signing module with real processes: the same with a key-encryption key in software and in a token. */
import { createPublicKey, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  ActivationRefused,
  type Generated,
  ModuleUnavailable,
  type PasswordBytes,
} from "../../ports/signing-module.ts";
import { certificateFor, orderFor } from "../../test/module-order.ts";
import { hasSoftToken, makeSoftToken } from "../../test/soft-token.ts";
import type { KeyEncryptionPlace, TokenPlace } from "./module-language.ts";
import { type ModuleProcess, moduleProcesses } from "./module-process.ts";
import { signingModule } from "./signing-module.ts";
import { makeTokenKey } from "./token-key.ts";

const entry = new URL("../../workers/signing-module.ts", import.meta.url);
const secret = serverSecret("activation", randomBytes(32));
const passwordOf = (text: string) => Buffer.from(text) as Uint8Array as PasswordBytes;
const right = "Grüße-7! ein Satz";

let token: ReturnType<typeof makeSoftToken> | undefined;
const tokenPlace = (): TokenPlace => token?.place ?? { module: "", token: "", pin: "", key: "" };

/** A module, and the processes that it started. */
function openModule(keyEncryption: KeyEncryptionPlace) {
  const started: ModuleProcess[] = [];
  const { start, close } = moduleProcesses(entry, { activationSecret: secret, keyEncryption }, token);
  const startSeen = async () => {
    const process = await start();
    started.push(process);
    return process;
  };
  return { started, ...signingModule({ start: startSeen, close }) };
}

const owner = { firstName: "Ada", lastName: "Löwe" };

function keyOf(made: Generated): Extract<Generated, { readonly ok: true }> {
  if (!made.ok) throw new Error(`no key: ${made.faults}`);
  return made;
}

/** A key under a password is made, opened, used; wrong passwords open nothing, and what is not allowed is not signed. */
async function walkThrough(keyEncryption: KeyEncryptionPlace): Promise<void> {
  const signing = openModule(keyEncryption);
  const made = keyOf(await (await signing.take()).generate("key-1", passwordOf(right), owner));
  const key = { keyId: "key-1", wrapped: made.wrapped };
  const certificate = await certificateFor(made.subjectPublicKeyInfo);
  const order = orderFor(secret, { keyId: key.keyId, certificate });

  const first = await signing.take();
  const values = (await first.sign(key, passwordOf(right), order)) ?? [];
  const publicKey = createPublicKey({ key: Buffer.from(made.subjectPublicKeyInfo), format: "der", type: "spki" });
  expect(values).toHaveLength(2);
  for (const [i, message] of order.signedAttributes.entries())
    expect(verify("sha256", message, publicKey, values[i] ?? new Uint8Array())).toBe(true);
  await expect(first.sign(key, passwordOf(right), order)).rejects.toThrow("for one act");
  first.leave();

  const tooEasy = await (await signing.take()).generate("key-2", passwordOf("löwe7!"), owner);
  expect(tooEasy).toEqual({ ok: false, faults: ["passwordShort", "passwordUpper", "passwordName"] });

  expect(await (await signing.take()).sign(key, passwordOf("grüße-7! ein Satz"), order)).toBeNull();
  const [wrong, fine] = [await signing.take(), await signing.take()];
  expect(await Promise.all([wrong.opens(key, passwordOf("")), fine.opens(key, passwordOf(right))])).toEqual([
    false,
    true,
  ]);
  await (await signing.take()).spend();

  const refusing = await signing.take();
  const changed = { ...order, signedAttributes: order.signedAttributes.toReversed() };
  await expect(refusing.sign(key, passwordOf(right), changed)).rejects.toBeInstanceOf(ActivationRefused);
  await expect(refusing.sign(key, passwordOf(right), order)).rejects.toThrow("for one act");

  expect(await signing.fault()).toBeNull();
  // Each place had a process of its own, and each has ended but the one that waits.
  const pids = signing.started.map(({ pid }) => pid);
  expect(new Set(pids).size).toBe(pids.length);
  await expect.poll(() => signing.started.filter((one) => one.isAlive()).length).toBe(1);
  await signing.close();
  await expect.poll(() => signing.started.some((one) => one.isAlive())).toBe(false);
  await expect(signing.take()).rejects.toBeInstanceOf(ModuleUnavailable);
}

describe("the signing module, its key-encryption key in software", () => {
  const software = { kind: "software", key: randomBytes(32) } as const;

  it("[T-015] opens a key with its password, for what is allowed, in a process for each act", async () => {
    await walkThrough(software);
  });

  it("gives no secret to a process by its arguments or its environment, and loses an act with its process", async () => {
    const signing = openModule(software);
    const place = await signing.take();
    const [taken] = signing.started;
    for (const file of ["cmdline", "environ"]) {
      const shown = readFileSync(`/proc/${taken?.pid}/${file}`);
      for (const bytes of [secret, software.key])
        for (const form of [Buffer.from(bytes), Buffer.from(Buffer.from(bytes).toString("hex"))])
          expect(shown.includes(form), file).toBe(false);
    }
    const making = place.generate("key-1", passwordOf(right), owner);
    process.kill(taken?.pid ?? 0, "SIGKILL");
    await expect(making).rejects.toThrow(
      new ModuleUnavailable("the signing module's process ended before it answered"),
    );
    const spare = await expect
      .poll(() => signing.started[1])
      .toBeDefined()
      .then(() => signing.started[1]);
    // Also one that died while it waited is somebody's act no more.
    process.kill(spare?.pid ?? 0, "SIGKILL");
    await expect.poll(() => spare?.isAlive()).toBe(false);
    const next = await signing.take();
    next.leave();
    next.leave();
    await expect(next.spend()).rejects.toThrow("for one act");
    await signing.close();
  });

  it("says why none can be started, and goes on once one can", async () => {
    let isAway = true;
    const start = async (): Promise<ModuleProcess> => {
      if (isAway) throw new ModuleUnavailable("played");
      return played();
    };
    const signing = signingModule({ start, close: async () => undefined });
    expect(await signing.fault()).toBe("played");
    await expect(signing.take()).rejects.toThrow("played");
    isAway = false;
    expect(await signing.fault()).toBeNull();
    await (await signing.take()).spend();
  });

  it("does two acts at a time; who waits longer than two seconds is told, and used nothing up", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const signing = signingModule({ start: async () => played(), close: async () => undefined });
    const [first, second] = [await signing.take(), await signing.take()];
    const order: string[] = [];
    const waiting = ["third", "fourth"].map(async (name) => {
      const place = await signing.take();
      order.push(name);
      return place;
    });
    await vi.advanceTimersByTimeAsync(1_500);
    expect(order).toEqual([]);
    const late = signing.take();
    const told = expect(late).rejects.toThrow(new ModuleUnavailable("all places in the signing module are taken"));
    first?.leave();
    second?.leave();
    const [third, fourth] = await Promise.all(waiting);
    expect(order).toEqual(["third", "fourth"]);
    await vi.advanceTimersByTimeAsync(2_000);
    await told;
    await Promise.all([third?.spend(), fourth?.spend()]);
    // A place that was forgotten is given to the next one.
    const [forgotten] = [await signing.take(), await signing.take()];
    await vi.advanceTimersByTimeAsync(59_000);
    const last = signing.take();
    await vi.advanceTimersByTimeAsync(1_500);
    await (await last).spend();
    await expect(forgotten?.spend()).rejects.toThrow("for one act");
  });

  it("[S-182] lets a refusal be told when 400 ms passed around its act", async () => {
    const signing = signingModule({ start: async () => played(100), close: async () => undefined });
    const refuse = async (aroundMs: number): Promise<number> => {
      const place = await signing.take();
      const begun = performance.now();
      await sleep(aroundMs / 2);
      await place.spend();
      await sleep(aroundMs / 2);
      await place.settle();
      return performance.now() - begun;
    };
    const times = await Promise.all([0, 100, 300, 0, 100, 300].map(refuse));
    for (const took of times) expect(took).toBeGreaterThan(490);
  });
});

/** A process that answers at once, or after so long. */
const played = (afterMs = 0): ModuleProcess => ({
  pid: 0,
  ask: async () => (afterMs === 0 ? [] : await sleep(afterMs, [])),
  isAlive: () => true,
  end: () => undefined,
});

describe.skipIf(!hasSoftToken)("the signing module, its key-encryption key in a token", () => {
  beforeAll(async () => {
    token = makeSoftToken();
    expect(await makeTokenKey(tokenPlace())).toBe(true);
  });
  afterAll(() => token?.remove());

  it("[T-015] opens a key with its password, for what is allowed, in a process for each act", async () => {
    await walkThrough({ kind: "pkcs11", token: tokenPlace() });
  });

  it("names the setting that is wrong, shows a refused PIN once only, and tells no PIN", async () => {
    const faultOf = async (wrong: Partial<TokenPlace>) => {
      const signing = openModule({ kind: "pkcs11", token: { ...tokenPlace(), ...wrong } });
      const fault = await signing.fault();
      await signing.close();
      return fault;
    };
    expect(await faultOf({ module: "/nowhere.so" })).toMatch(/^SIEGEL_PKCS11_MODULE: /);
    expect(await faultOf({ token: "other" })).toBe('SIEGEL_PKCS11_TOKEN: no token is called "other"');
    expect(await faultOf({ key: "other" })).toMatch(/^SIEGEL_PKCS11_KEY: the token has no key "other"/);
    let starts = 0;
    const wrong = { kind: "pkcs11", token: { ...tokenPlace(), pin: "9753-Birne" } } as const;
    const { start, close } = moduleProcesses(entry, { activationSecret: secret, keyEncryption: wrong }, token);
    const startCounted = async () => {
      starts += 1;
      return await start();
    };
    const signing = signingModule({ start: startCounted, close });
    const [first, second] = await Promise.allSettled([signing.take(), signing.take()]);
    for (const fault of [await signing.fault(), String(Object(first).reason), String(Object(second).reason)]) {
      expect(fault).toMatch(/SIEGEL_PKCS11_PIN: the token refused the PIN/);
      expect(fault).not.toContain("9753");
    }
    expect(starts).toBe(1);
    await signing.close();
  });

  it("does not take a key that was wrapped under another one", async () => {
    const software = openModule({ kind: "software", key: randomBytes(32) });
    const { wrapped } = keyOf(await (await software.take()).generate("key-1", passwordOf(right), owner));
    await software.close();
    const signing = openModule({ kind: "pkcs11", token: tokenPlace() });
    const opening = (await signing.take()).opens({ keyId: "key-1", wrapped }, passwordOf(right));
    await expect(opening).rejects.toThrow(/^a key was wrapped under software:[0-9a-f]{16}, .* is pkcs11:[0-9a-f]{16}$/);
    await signing.close();
  });

  it("keeps the key in the token: it is made once, and nobody can read it", async () => {
    expect(await makeTokenKey(tokenPlace())).toBe(false);
    const { default: library } = await import("pkcs11js");
    const pkcs11 = new library.PKCS11();
    pkcs11.load(tokenPlace().module);
    pkcs11.C_Initialize();
    onTestFinished(() => pkcs11.C_Finalize());
    const slot = pkcs11
      .C_GetSlotList(true)
      .find((one) => pkcs11.C_GetTokenInfo(one).label.trim() === tokenPlace().token);
    const session = pkcs11.C_OpenSession(slot ?? Buffer.alloc(0), library.CKF_SERIAL_SESSION);
    pkcs11.C_Login(session, library.CKU_USER, tokenPlace().pin);
    pkcs11.C_FindObjectsInit(session, [{ type: library.CKA_LABEL, value: tokenPlace().key }]);
    const key = pkcs11.C_FindObjects(session) ?? Buffer.alloc(0);
    expect(() => pkcs11.C_GetAttributeValue(session, key, [{ type: library.CKA_VALUE }])).toThrow(
      "CKR_ATTRIBUTE_SENSITIVE",
    );
    const [extractable] = pkcs11.C_GetAttributeValue(session, key, [{ type: library.CKA_EXTRACTABLE }]);
    expect(extractable?.value).toEqual(Buffer.alloc(1));
  });
});
