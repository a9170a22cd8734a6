/** What a process of the signing module refuses to sign. The key here is cheap to open; what is refused opens none. */
import { createHash, generateKeyPairSync, randomBytes, verify } from "node:crypto";
import { inspect } from "node:util";
import { activationMac } from "@siegel/kernel/mac/activation.ts";
import { serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ActivationRefused, type SignOrder } from "../../ports/signing-module.ts";
import { attributesFor, certificateFor, orderFor } from "../../test/module-order.ts";
import { type ModuleTools, signWithKey } from "./module-acts.ts";
import { faultFrame } from "./module-language.ts";
import { softwareKeyEncryption, wrapKey } from "./password-wrap.ts";

const secret = serverSecret("activation", randomBytes(32));
const tools: ModuleTools = {
  activationSecret: secret,
  keyEncryption: softwareKeyEncryption(randomBytes(32)),
  now: () => new Date(),
  random: randomBytes,
};
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const password = Buffer.from("Grüße-7!");
const keyId = "key-1";
const pkcs8 = privateKey.export({ type: "pkcs8", format: "der" });
const wrapped = wrapKey(pkcs8, { ...tools, keyId, password, cost: { memoryKiB: 64, passes: 1 } });
const spkiOf = (key: typeof publicKey) => key.export({ type: "spki", format: "der" });

/** `other` is of the same key; `strange` of another one. */
const certificates = {} as Record<"own" | "other" | "strange", Uint8Array>;
beforeAll(async () => {
  certificates.own = await certificateFor(spkiOf(publicKey));
  certificates.other = await certificateFor(spkiOf(publicKey));
  certificates.strange = await certificateFor(spkiOf(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey));
});

const sign = (order: SignOrder, guess: Uint8Array = password) =>
  signWithKey(tools, { keyId, wrapped }, { password: guess, order });
const own = (said: Parameters<typeof orderFor>[2] = {}) =>
  orderFor(secret, { keyId, certificate: certificates.own }, said);
const resaid = (order: SignOrder, said: Partial<SignOrder["activation"]>): SignOrder => {
  const activation = { ...order.activation, ...said };
  return { ...order, activation, activationMac: activationMac(secret, activation) };
};

const refused: Readonly<Record<string, () => SignOrder>> = {
  "another time": () => ({ ...own(), activation: { ...own().activation, notAfter: new Date(Date.now() + 900_000) } }),
  "a MAC of another secret": () =>
    orderFor(serverSecret("activation", randomBytes(32)), { keyId, certificate: certificates.own }),
  "a time that is over": () => own({ notAfter: new Date(Date.now() - 1) }),
  "another key": () => own({ keyId: "key-2" }),
  "another certificate than allowed": () => ({ ...own(), certificate: certificates.other }),
  "attributes that name another certificate of the key": () =>
    resaid(orderFor(secret, { keyId, certificate: certificates.other }), own().activation),
  "no documents": () => ({ ...own({ documents: [] }), signedAttributes: [] }),
  "one document too few": () => ({ ...own(), signedAttributes: own().signedAttributes.slice(1) }),
  "one document too many": () => ({
    ...own(),
    signedAttributes: [...own().signedAttributes, attributesFor(certificates.own, "third")],
  }),
  "another order of documents": () => ({ ...own(), signedAttributes: own().signedAttributes.toReversed() }),
  "a changed document": () => ({
    ...own(),
    signedAttributes: [attributesFor(certificates.own, "other"), ...own().signedAttributes.slice(1)],
  }),
  "a certificate of another key": () => orderFor(secret, { keyId, certificate: certificates.strange }),
};

function faultOf(act: () => unknown): unknown {
  try {
    return act();
  } catch (fault) {
    return fault;
  }
}

/** Neither in its words nor in anything that a log could show of it. */
function expectNoSecretIn(fault: unknown): void {
  const shown = [inspect(fault, { depth: 9, showHidden: true }), ...faultFrame(fault).parts.map(String)].join();
  const forms = [password, pkcs8, secret].flatMap((bytes) =>
    (["hex", "base64", "latin1", "utf8"] as const).map((form) => Buffer.from(bytes).toString(form)),
  );
  for (const form of forms) expect(shown).not.toContain(form);
}

describe("a process of the signing module", () => {
  it("signs exactly what was allowed, with the right password only", () => {
    const order = own();
    const values = sign(order) ?? [];
    expect(values).toHaveLength(2);
    for (const [i, message] of order.signedAttributes.entries())
      expect(verify("sha256", message, publicKey, values[i] ?? new Uint8Array())).toBe(true);
    expect(sign(order, Buffer.from("grüße-7!"))).toBeNull();
  });

  it.each(Object.entries(refused))("does not sign with %s", (_, order) => {
    const fault = faultOf(() => sign(order()));
    expect(fault).toBeInstanceOf(ActivationRefused);
    expectNoSecretIn(fault);
  });

  it("does not sign attributes that name another certificate, though their hashes are allowed", () => {
    const order = orderFor(secret, { keyId, certificate: certificates.other });
    const mixed = resaid({ ...order, certificate: certificates.own }, { certificate: own().activation.certificate });
    expect(() => sign(mixed)).toThrow("names another certificate");
    const unreadable = Buffer.from("3003020101", "hex");
    const digest = own({}).activation;
    const garbled = resaid({ ...own(), signedAttributes: [unreadable] }, { ...digest, documents: [hex(unreadable)] });
    expect(() => sign(garbled)).toThrow("cannot be read");
  });

  it("tells nothing of a fault that it does not know but its kind", () => {
    const foreign = { ...tools, keyEncryption: softwareKeyEncryption(randomBytes(32)) };
    expectNoSecretIn(faultOf(() => signWithKey(foreign, { keyId, wrapped }, { password, order: own() })));
    const words = Buffer.concat([...faultFrame(new TypeError("the password is Grüße-7!")).parts]).toString();
    expect(words).toBe("a fault in the signing module: TypeError");
  });
});

const hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
