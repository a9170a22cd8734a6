import { createPrivateKey, randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { makeKey } from "../../../fixtures/hierarchy.ts";
import { hasOpenssl, tryOpenssl } from "../../../fixtures/openssl.ts";
import { encryptPrivateKey } from "./encrypted-key.ts";

const passphrase = "genug Wörter für eine Wurzel";
const cover = () => ({ passphrase, salt: randomBytes(16), iv: randomBytes(16) });

it("is opened by node:crypto with its passphrase and with no other", async () => {
  const { privateKey } = makeKey("ecdsa-p384-sha384");
  const der = await encryptPrivateKey(privateKey.export({ type: "pkcs8", format: "der" }), cover());
  const key = Buffer.from(der);
  const opened = createPrivateKey({ key, format: "der", type: "pkcs8", passphrase });
  expect(opened.equals(privateKey)).toBe(true);
  expect(() => createPrivateKey({ key, format: "der", type: "pkcs8", passphrase: `${passphrase}.` })).toThrow();
  await expect(encryptPrivateKey(der, { ...cover(), salt: randomBytes(8) })).rejects.toThrow(RangeError);
});

it.skipIf(!hasOpenssl)("is opened by openssl, which names the same key, and not with another passphrase", async () => {
  const { privateKey, spki } = makeKey("ecdsa-p384-sha384");
  const der = await encryptPrivateKey(privateKey.export({ type: "pkcs8", format: "der" }), cover());
  const open = (given: string) =>
    tryOpenssl(["pkey", "-in", "key", "-inform", "DER", "-passin", "file:phrase", "-pubout"], {
      key: der,
      phrase: given,
    });
  const { status, out } = open(passphrase);
  expect(status).toBe(0);
  expect(out.replaceAll("\n", "")).toContain(Buffer.from(spki).toString("base64"));
  expect(open("something else").status).not.toBe(0);
});
