/**
 * What is left of a qualified signer's password and key after the act: in the web process' memory, and in all that it stores. Long: Node and
 * V8 get ten seconds to forget, and a gigabyte of memory is read.
 */
import { createDecipheriv, createPrivateKey, hkdfSync } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { keyFor, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Certified, certify } from "../../../../e2e/desk.ts";
import { onePagePdf } from "../../../../e2e/pdf.ts";
import { embeddedUrl, type Product, startProduct } from "../../../../e2e/product.ts";
import { person, send } from "../../../../e2e/sender.ts";
import { hasOpenssl, openssl, opensslMakes } from "../../../../fixtures/openssl.ts";
import {
  confirmFiles,
  logIn,
  receiveQualifiedCode,
  type SignerClient,
  sessionHeaders,
} from "../../../../fixtures/signer-client.ts";
import { signWithKey } from "../../adapters/trust/module-acts.ts";
import { softwareKeyEncryption, unwrapKey } from "../../adapters/trust/password-wrap.ts";
import type { WrappedKey } from "../../ports/signing-module.ts";
import { orderFor } from "../../test/module-order.ts";
import { countInMemory, showsMemory } from "../../test/process-memory.ts";

const ada: Certified = {
  first_name: "Ada Marie",
  last_name: "Löwe",
  email: "ada.loewe@mail.example",
  phone: "+4915123456123",
  password: "Möwenflug🔑über!dem7Watt@Grüße an Nördlinge$Übermorgen&Ähre",
};
const password = Buffer.from(ada.password);

/** Stands in the process' environment: what must be found is looked for beside what must not. */
const marker = "Öffentlich🔔über?alle8Dächer";

let product: Product;
let client: SignerClient;
let stored: Stored;

type Stored = {
  readonly keyId: string;
  readonly wrapped: WrappedKey;
  readonly subjectPublicKeyInfo: Uint8Array;
  readonly certificate: Uint8Array;
  readonly masterKey: Uint8Array;
  /** Every row of every table, as text. */
  readonly rows: string;
};

beforeAll(async () => {
  product = await startProduct({ MARKER: marker });
  const { demo } = product;
  await certify(demo, ada);
  const { password: _, ...who } = ada;
  const created = await send(demo, onePagePdf(), [person("q_signature", who)]);
  client = await logIn(created.signers[0]?.url ?? "");
  await signOver(client);
  stored = await readStored();
}, 120_000);
afterAll(async () => await product?.stop());

/** Every call with a password: as a browser sends it, and with every letter beyond ASCII escaped. */
async function signOver(signer: SignerClient): Promise<void> {
  await confirmFiles(signer);
  const code = await receiveQualifiedCode(product.demo.sandboxUrl, signer, ada);
  const typed = { workflow: {}, ...code, password: ada.password };
  expect(await signer.call("POST", "auth/checkSMS/", code)).toMatchObject({ status: 200 });
  for (const body of [JSON.stringify(typed), escaped(JSON.stringify(typed))]) {
    const headers = { ...sessionHeaders(signer.session), "content-type": "application/json" };
    const address = `${product.demo.baseUrl}/api/auth/checkCertificatePassword/`;
    expect(await fetch(address, { method: "POST", headers, body })).toMatchObject({ status: 200 });
  }
  const signed = await signer.call("POST", "signing/signNowQes2Fa", typed);
  expect(signed).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
}

async function readStored(): Promise<Stored> {
  const { dataDir, env } = product;
  const database = new pg.Client({ connectionString: env.DATABASE_URL ?? embeddedUrl(dataDir) });
  await database.connect();
  try {
    const [key] = (
      await database.query(
        `select * from password_key join signer_certificate using (key_id) where email = '${ada.email}'`,
      )
    ).rows;
    const tables = await database.query(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    let rows = "";
    for (const { name } of tables.rows)
      rows += (await database.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)).rows[0]
        .text;
    const masterKey = Buffer.from(readFileSync(join(dataDir, "development-key-encryption-key"), "utf8").trim(), "hex");
    const { key_id: keyId, subject_public_key_info: subjectPublicKeyInfo, certificate } = key;
    return {
      keyId,
      wrapped: new Uint8Array(key.wrapped) as WrappedKey,
      subjectPublicKeyInfo,
      certificate,
      masterKey,
      rows,
    };
  } finally {
    await database.end();
  }
}

const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text in the forms in which a program may have it. In pieces: memory that was freed is written over from its beginning. */
function formsOf(name: string, text: string): Record<string, Buffer> {
  const letters = [...text];
  const forms: Record<string, Buffer> = {};
  for (let at = 0; at + 9 <= letters.length; at += 9) {
    const piece = letters.slice(at, at + 9).join("");
    forms[`${name} from ${at}, UTF-8`] = Buffer.from(piece);
    forms[`${name} from ${at}, UTF-16`] = Buffer.from(piece, "utf16le");
    forms[`${name} from ${at}, Latin-1`] = Buffer.from(piece, "latin1");
    forms[`${name} from ${at}, JSON`] = Buffer.from(escaped(piece));
  }
  return forms;
}

const encryption = () => softwareKeyEncryption(keyFor(stored.masterKey, "password keys"));
const opened = (guess: Uint8Array): Uint8Array | null =>
  unwrapKey(stored.wrapped, { keyId: stored.keyId, password: guess, keyEncryption: encryption() });

/** The private key in the forms in which a program may have it: PKCS#8 and JWK hold the number, OpenSSL its limbs. */
function formsOfKey(): Record<string, Buffer> {
  const pkcs8 = Buffer.from(opened(password) ?? []);
  const { d = "" } = createPrivateKey({ key: pkcs8, format: "der", type: "pkcs8" }).export({ format: "jwk" });
  const scalar = Buffer.from(d, "base64url");
  // What is searched for is the key that signed: an outside program makes the stored public key of it.
  const args = ["pkey", "-inform", "DER", "-in", "key", "-pubout", "-outform", "DER", "-out", "public"];
  expect(Buffer.from(opensslMakes(args, "public", { key: pkcs8 }))).toEqual(Buffer.from(stored.subjectPublicKeyInfo));
  return {
    "key, first half": scalar.subarray(0, 16),
    "key, second half": scalar.subarray(16),
    "key, limbs": Buffer.from(scalar).reverse(),
    "key, hex": Buffer.from(scalar.toString("hex")),
    "key, JWK": Buffer.from(d.slice(0, 40)),
    "key, PKCS#8 in base64": Buffer.from(pkcs8.toString("base64").slice(48, 88)),
  };
}

const secrets = () => ({ ...formsOf("password", ada.password), ...formsOfKey() });

/** Every file in the data folder but those of the database, whose rows are read by themselves. */
function filesOfProduct(): Buffer {
  const { dataDir } = product;
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.slice(dataDir.length).includes("postgres"),
  );
  return Buffer.concat(files.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

describe.skipIf(!showsMemory || !hasOpenssl)("after a qualified act (needs Linux and openssl)", () => {
  it("[T-050] neither password nor key is in the memory of the web process", { timeout: 90_000 }, async () => {
    await sleep(10_000);
    // Node's HTTP parser keeps what it read last in the one buffer that it reads into.
    await client.call("POST", "auth/checkSMS/", { workflow: {}, auth_token: "0".repeat(26), otp: "0".repeat(8_192) });
    const controls = { "key-encryption key": stored.masterKey, environment: Buffer.from(marker) };
    const found = countInMemory(product.process().pid ?? 0, { ...secrets(), ...controls });
    const { "key-encryption key": keys = 0, environment = 0, ...left } = found;
    expect([keys > 0, environment > 0]).toEqual([true, true]);
    expect(left).toEqual({});
  });

  it("[T-050] they are in no row and no file, and all of those together open no key", () => {
    const rows = Buffer.from(stored.rows);
    // The rows are all there, as text.
    expect(rows.includes(Buffer.from(stored.wrapped).toString("hex"))).toBe(true);
    const places = { rows, files: filesOfProduct() };
    for (const [name, bytes] of Object.entries(secrets()))
      for (const [place, content] of Object.entries(places)) {
        expect(content.includes(bytes), `${name} in ${place}`).toBe(false);
        expect(content.includes(Buffer.from(bytes).toString("hex")), `${name} in ${place}, hex`).toBe(false);
      }
    expect(opened(password)).not.toBeNull();
    for (const guess of ["", " ", ada.password.slice(0, -1), ada.password.toLowerCase(), ada.email, stored.keyId])
      expect(opened(Buffer.from(guess)), guess).toBeNull();
  });

  it("[T-050] the key-encryption key alone opens no key", () => {
    const { masterKey, wrapped, keyId } = stored;
    const bytes = Buffer.from(wrapped);
    const [saltAt, numbers, nonceBytes, tagBytes] = [2 + (bytes[1] ?? 0), 8, 12, 16];
    const salt = bytes.subarray(saltAt, saltAt + 16);
    const head = bytes.subarray(0, saltAt + 16 + numbers);
    const nonce = bytes.subarray(head.length, head.length + nonceBytes);
    const counted = encryption().hmac(Buffer.concat([Buffer.from(keyId), salt]));
    const derived = (from: Uint8Array) =>
      new Uint8Array(hkdfSync("sha256", from, new Uint8Array(), "siegel password key", 32));
    const none = new Uint8Array(32);
    const guesses = [masterKey, keyFor(masterKey, "password keys"), counted, derived(counted)];
    for (const key of [...guesses, derived(Buffer.concat([none, counted]))]) {
      const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.concat([Buffer.from(`siegel password key ${keyId} `), head]));
      decipher.setAuthTag(bytes.subarray(-tagBytes)).update(bytes.subarray(head.length + nonceBytes, -tagBytes));
      expect(() => decipher.final()).toThrow();
    }
  });

  it("[T-050] activation data with their MAC sign nothing without the password", () => {
    const { masterKey, keyId, wrapped, certificate } = stored;
    const activationSecret = serverSecret("activation", keyFor(masterKey, "activation data"));
    const random = (length: number) => new Uint8Array(length);
    const tools = { activationSecret, keyEncryption: encryption(), now: () => new Date(), random };
    const order = orderFor(activationSecret, { keyId, certificate, documents: ["a document"] });
    for (const guess of ["", "Leuchtturm 7!", ada.password.slice(1)])
      expect(signWithKey(tools, { keyId, wrapped }, { password: Buffer.from(guess), order }), guess).toBeNull();
    const [value] = signWithKey(tools, { keyId, wrapped }, { password, order }) ?? [];
    const files = {
      public: stored.subjectPublicKeyInfo,
      signature: value ?? new Uint8Array(),
      said: order.signedAttributes[0] ?? new Uint8Array(),
    };
    const verify = ["dgst", "-sha256", "-verify", "public", "-keyform", "DER", "-signature", "signature", "said"];
    expect(openssl(verify, files)).toContain("Verified OK");
  });
});
