import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eid_client_url } from "@siegel/contract/identification.ts";
import {
  sandbox_account_sid,
  sandbox_auth_token,
  sandbox_eid_oidc_client_secret,
  sandbox_oidc_client_secret,
  sandbox_sender_number,
  sandbox_video_api_key,
  sandbox_video_webhook_secret,
} from "@siegel/contract/sandbox.ts";
import { afterAll, describe, expect, it } from "vitest";
import { systemRandom } from "./adapters/random.ts";
import { developmentKeyFile } from "./adapters/trust/key-encryption-key.ts";
import { parseConfig } from "./config.ts";
import { productionDatabaseFaults, productionFaults } from "./production-faults.ts";
import { seedDemoOrganisation } from "./rooms/accounts/accounts.ts";
import { openFoundation } from "./test/signing-world.ts";
import { useTestDatabase } from "./test/test-database.ts";

const folder = mkdtempSync(join(tmpdir(), "siegel-production-"));
afterAll(() => rmSync(folder, { recursive: true }));
const database = useTestDatabase();

const production = {
  SIEGEL_MODE: "production",
  SIEGEL_PUBLIC_URL: "https://sign.provider.test/",
  SIEGEL_SMTP_URL: "smtps://mail.provider.test",
  SIEGEL_MAIL_FROM: "sign@provider.test",
  SIEGEL_TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  SIEGEL_TWILIO_AUTH_TOKEN: "2".repeat(32),
  SIEGEL_TWILIO_FROM: "+4930123456",
  SIEGEL_CERTIFICATE_POLICY: "1.3.6.1.4.1.99999.7.1",
  SIEGEL_TIME_SERVER: "ptbtime1.provider.test, ptbtime2.provider.test:123 [2001:db8::3]",
  SIEGEL_KEY_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
  SIEGEL_DATA_DIR: join(folder, "empty"),
};

/** 32 bytes, no two alike. */
const counted = Buffer.from(Array.from({ length: 32 }, (_, i) => 7 * i)).toString("hex");

/** Read as base64 without a look at what is none, it would be 32 bytes. */
const sentence = "it is my secret which nobody but you and me shall know";

const faultsOf = (change: Record<string, string>) => productionFaults(parseConfig({ ...production, ...change }));

const oidcAt = (issuer: string) => ({
  SIEGEL_OIDC_ISSUER: issuer,
  SIEGEL_OIDC_CLIENT_ID: "siegel",
  SIEGEL_OIDC_CLIENT_SECRET: "3".repeat(32),
});

const issuerAt = (SIEGEL_EID_OIDC_ISSUER: string) => ({
  SIEGEL_EID: "oidc",
  SIEGEL_EID_OIDC_ISSUER,
  SIEGEL_EID_OIDC_CLIENT_ID: "siegel",
  SIEGEL_EID_OIDC_CLIENT_SECRET: "4".repeat(32),
});
const eidIssuer = issuerAt("https://eid.provider.test");

const videoAt = (SIEGEL_VIDEO_URL: string) => ({
  SIEGEL_VIDEO_URL,
  SIEGEL_VIDEO_API_KEY: "5".repeat(32),
  SIEGEL_VIDEO_WEBHOOK_SECRET: "6".repeat(32),
});
const videoProvider = videoAt("https://video.provider.test/api");
const eidAt = (url: string) => ({
  SIEGEL_EID: "soap",
  SIEGEL_EID_SOAP_URL: url,
  SIEGEL_EID_KEY_FILE: "/etc/siegel/eid-key.pem",
  SIEGEL_EID_CERTIFICATE_FILE: "/etc/siegel/eid.pem",
  SIEGEL_EID_SERVER_CERTIFICATE_FILE: "/etc/siegel/eid-server.pem",
});
const eid = eidAt("https://eid.provider.test/soap");

describe("production", () => {
  it("starts with a complete configuration", () => {
    expect(faultsOf({})).toEqual([]);
    expect(faultsOf(oidcAt("https://login.provider.test/"))).toEqual([]);
    expect(faultsOf({ ...eidIssuer, ...videoProvider })).toEqual([]);
    expect(faultsOf({ ...eid, SIEGEL_EID_CLIENT_URL: eid_client_url })).toEqual([]);
    expect(faultsOf({ SIEGEL_TWILIO_URL: "HTTPS://twilio.provider.test" })).toEqual([]);
  });

  it.each([
    [
      "a token in software",
      {
        SIEGEL_PKCS11_MODULE: "/usr/lib/softhsm/libsofthsm2.so",
        SIEGEL_PKCS11_TOKEN: "hsm",
        SIEGEL_PKCS11_PIN: "1234",
      },
      "SIEGEL_PKCS11_MODULE",
    ],
    [
      "a token in software for the authority",
      {
        SIEGEL_AUTHORITY_PKCS11_MODULE: "/usr/lib/softhsm/libsofthsm2.so",
        SIEGEL_AUTHORITY_PKCS11_TOKEN: "hsm",
        SIEGEL_AUTHORITY_PKCS11_PIN: "1234",
      },
      "SIEGEL_AUTHORITY_PKCS11_MODULE",
    ],
    ["a public address without https", { SIEGEL_PUBLIC_URL: "http://sign.provider.test" }, "SIEGEL_PUBLIC_URL"],
    ["a public address of this machine", { SIEGEL_PUBLIC_URL: "https://localhost" }, "SIEGEL_PUBLIC_URL"],
    ["no public address", { SIEGEL_PUBLIC_URL: "" }, "SIEGEL_PUBLIC_URL"],
    ["no mail server", { SIEGEL_SMTP_URL: "" }, "SIEGEL_SMTP_URL"],
    ["no sender address", { SIEGEL_MAIL_FROM: "" }, "SIEGEL_MAIL_FROM"],
    ["a sender address of an example", { SIEGEL_MAIL_FROM: "sign@mail.Example" }, "SIEGEL_MAIL_FROM"],
    ["a sender address of an example's domain", { SIEGEL_MAIL_FROM: "sign@example.org" }, "SIEGEL_MAIL_FROM"],
    ["the sandbox's mail server", { SIEGEL_SMTP_URL: "smtp://127.0.0.1:4001" }, "SIEGEL_SMTP_URL"],
    ["the sandbox's mail server in other words", { SIEGEL_SMTP_URL: "smtp://LocalHost:4001" }, "SIEGEL_SMTP_URL"],
    ["the sandbox for texts and calls", { SIEGEL_TWILIO_URL: "http://[::1]:3001" }, "SIEGEL_TWILIO_URL"],
    ["the sandbox's timestamps", { SIEGEL_TSA_URL: "http://localhost:3001/tsa" }, "SIEGEL_TSA_URL"],
    ["the sandbox's status service", { SIEGEL_OCSP_URL: "http://127.0.0.2:3001/ocsp" }, "SIEGEL_OCSP_URL"],
    ["no account for texts", { SIEGEL_TWILIO_ACCOUNT_SID: "" }, "SIEGEL_TWILIO_ACCOUNT_SID"],
    ["the sandbox's account", { SIEGEL_TWILIO_ACCOUNT_SID: sandbox_account_sid }, "SIEGEL_TWILIO_ACCOUNT_SID"],
    ["no token of that account", { SIEGEL_TWILIO_AUTH_TOKEN: "" }, "SIEGEL_TWILIO_AUTH_TOKEN"],
    ["the sandbox's token", { SIEGEL_TWILIO_AUTH_TOKEN: sandbox_auth_token }, "SIEGEL_TWILIO_AUTH_TOKEN"],
    ["no sending number", { SIEGEL_TWILIO_FROM: "" }, "SIEGEL_TWILIO_FROM"],
    ["the sandbox's number", { SIEGEL_TWILIO_FROM: sandbox_sender_number }, "SIEGEL_TWILIO_FROM"],
    ["[T-024] no time server", { SIEGEL_TIME_SERVER: "" }, "SIEGEL_TIME_SERVER is missing"],
    ["this machine as its own time server", { SIEGEL_TIME_SERVER: "ntp.test,[::1]:1123" }, "SIEGEL_TIME_SERVER points"],
    ["no policy for certificates", { SIEGEL_CERTIFICATE_POLICY: "" }, "SIEGEL_CERTIFICATE_POLICY is missing"],
    ["a policy of an example", { SIEGEL_CERTIFICATE_POLICY: "1.3.6.1.4.1.32473.9" }, "OID that is kept for examples"],
    ["no key-encryption key", { SIEGEL_KEY_ENCRYPTION_KEY: "" }, "SIEGEL_KEY_ENCRYPTION_KEY is missing"],
    ["half a key-encryption key", { SIEGEL_KEY_ENCRYPTION_KEY: "33" }, "SIEGEL_KEY_ENCRYPTION_KEY is not 32 bytes"],
    ["a sentence as key-encryption key", { SIEGEL_KEY_ENCRYPTION_KEY: sentence }, "is not 32 bytes in hex or base64"],
    ["a key-encryption key nobody rolled", { SIEGEL_KEY_ENCRYPTION_KEY: "01".repeat(32) }, "is not random"],
    ["a key-encryption key that was counted", { SIEGEL_KEY_ENCRYPTION_KEY: counted }, "is not random"],
    ["texts and calls in the clear", { SIEGEL_TWILIO_URL: "http://twilio.provider.test" }, "SIEGEL_TWILIO_URL is not"],
    ["logins in the clear", oidcAt("http://login.provider.test"), "SIEGEL_OIDC_ISSUER is not an https address"],
    ["the sandbox's logins", oidcAt("https://localhost:3001/oidc"), "SIEGEL_OIDC_ISSUER points to this machine"],
    [
      "the sandbox's secret for logins",
      { ...oidcAt("https://login.provider.test"), SIEGEL_OIDC_CLIENT_SECRET: sandbox_oidc_client_secret },
      "SIEGEL_OIDC_CLIENT_SECRET is the sandbox's",
    ],
    [
      "ID cards in the clear at an issuer",
      issuerAt("http://eid.provider.test"),
      "SIEGEL_EID_OIDC_ISSUER is not an https address",
    ],
    [
      "the sandbox's ID cards at an issuer",
      issuerAt("https://localhost:3001/eid"),
      "SIEGEL_EID_OIDC_ISSUER points to this machine",
    ],
    [
      "the sandbox's secret for ID cards",
      { ...eidIssuer, SIEGEL_EID_OIDC_CLIENT_SECRET: sandbox_eid_oidc_client_secret },
      "SIEGEL_EID_OIDC_CLIENT_SECRET is the sandbox's",
    ],
    ["films in the clear", videoAt("http://video.provider.test"), "SIEGEL_VIDEO_URL is not an https address"],
    ["the sandbox's films", videoAt("https://127.0.0.1:3001/video"), "SIEGEL_VIDEO_URL points to this machine"],
    [
      "the sandbox's key for films",
      { ...videoProvider, SIEGEL_VIDEO_API_KEY: sandbox_video_api_key },
      "SIEGEL_VIDEO_API_KEY is the sandbox's",
    ],
    [
      "the sandbox's secret for webhooks",
      { ...videoProvider, SIEGEL_VIDEO_WEBHOOK_SECRET: sandbox_video_webhook_secret },
      "SIEGEL_VIDEO_WEBHOOK_SECRET or",
    ],
    [
      "the sandbox's secret for webhooks as the one before",
      { ...videoProvider, SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE: sandbox_video_webhook_secret },
      "SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE is",
    ],
    ["ID cards in the clear", eidAt("http://eid.provider.test/soap"), "SIEGEL_EID_SOAP_URL is not an https address"],
    ["the sandbox's ID cards", eidAt("https://localhost:3001/eid/soap"), "SIEGEL_EID_SOAP_URL points to this machine"],
    [
      "another eID client",
      { ...eid, SIEGEL_EID_CLIENT_URL: "https://eid.provider.test" },
      "SIEGEL_EID_CLIENT_URL is not",
    ],
    ["the demo", { SIEGEL_DEMO: "on" }, "SIEGEL_DEMO"],
  ])("refuses %s, in one sentence", (_, change, words) => {
    const faults = faultsOf(change);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(words);
  });

  it("refuses a data folder in which development left its key or its demo, and that key itself", () => {
    const used = join(folder, "used");
    mkdirSync(used);
    const made = randomBytes(32).toString("hex");
    writeFileSync(developmentKeyFile(used), `${made}\n`);
    expect(faultsOf({ SIEGEL_DATA_DIR: used })).toEqual([expect.stringContaining("development key-encryption key")]);
    const same = faultsOf({ SIEGEL_DATA_DIR: used, SIEGEL_KEY_ENCRYPTION_KEY: made });
    expect(same[0]).toContain("SIEGEL_KEY_ENCRYPTION_KEY is the development key");
    const seeded = join(folder, "seeded");
    mkdirSync(seeded);
    writeFileSync(join(seeded, "demo.json"), "{}");
    expect(faultsOf({ SIEGEL_DATA_DIR: seeded })).toEqual([expect.stringContaining("demo.json")]);
  });

  it("refuses a database that development used, whatever the configuration says now", async () => {
    const { db } = database.current();
    expect(await productionDatabaseFaults(db)).toEqual([]);
    const world = await openFoundation(db);
    expect(await productionDatabaseFaults(db)).toEqual([expect.stringContaining("development trust hierarchy")]);
    await seedDemoOrganisation({ db, clock: world.deps.clock, random: systemRandom });
    expect(await productionDatabaseFaults(db)).toEqual([
      expect.stringContaining("development trust hierarchy"),
      expect.stringContaining("demo organisation"),
    ]);
    rmSync(world.folder, { recursive: true });
  });
});
