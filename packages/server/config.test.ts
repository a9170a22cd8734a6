import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parseConfig } from "./config.ts";
import { ConfigurationFault } from "./configuration-fault.ts";

describe("parseConfig", () => {
  it("starts with the ports and folders of decisions.md §1, and with every provider in the sandbox", () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      mode: "development",
      port: 3000,
      publicUrl: "http://localhost:3000",
      // Linters of certificates object to a name of this machine (e2e and judges see the certificates).
      certificateUrl: "http://siegel.example.org",
      databaseUrl: null,
      tsaUrl: null,
    });
    expect(config.sandbox).toEqual({ port: 3001, smtpPort: 4001, eidPort: 5001, url: "http://localhost:3001" });
    expect(config.mail.url).toBe("smtp://127.0.0.1:4001");
    expect(config.codes.url).toBe("http://localhost:3001");
    expect(config.dataDir).toMatch(/\/data$/);
  });

  it("lets two instances use other ports and folders", () => {
    const config = parseConfig({
      PORT: "4100",
      SIEGEL_SANDBOX_PORT: "4101",
      SIEGEL_DATA_DIR: "/srv/two",
      DATABASE_URL: "",
    });
    expect(config).toMatchObject({
      port: 4100,
      publicUrl: "http://localhost:4100",
      storageDir: "/srv/two/blobs",
      databaseUrl: null,
    });
    expect(config.mail.url).toBe("smtp://127.0.0.1:5101");
  });

  it("names every variable that does not fit", () => {
    const faulty = {
      ...{ PORT: "seventy", SIEGEL_PUBLIC_URL: "ftp://x", SIEGEL_MODE: "test" },
      // With one that there is not no time could be written into a signature.
      SIEGEL_TIME_ZONE: "Mars/X",
    };
    const wrong = () => parseConfig(faulty);
    expect(wrong).toThrow(ConfigurationFault);
    for (const name of Object.keys(faulty)) expect(wrong).toThrow(name);
    expect(parseConfig({ SIEGEL_TIME_ZONE: "America/New_York" }).zone).toBe("America/New_York");
  });
});

describe("a token", () => {
  const token = { SIEGEL_PKCS11_MODULE: "/lib/token.so", SIEGEL_PKCS11_TOKEN: "hsm", SIEGEL_PKCS11_PIN: "1234" };

  it("is none unless one is named, and then all of it", () => {
    expect(parseConfig({}).token).toBeNull();
    const other = { LD_LIBRARY_PATH: "/lib", DATABASE_URL: "postgres://a:b@c/d", NODE_OPTIONS: "--trace-gc" };
    expect(parseConfig({ ...token, ...other }).token).toEqual({
      ...{ module: "/lib/token.so", token: "hsm", pin: "1234", key: "siegel passwords" },
      environment: { LD_LIBRARY_PATH: "/lib" },
    });
    for (const name of Object.keys(token))
      expect(() => parseConfig({ ...token, [name]: "" })).toThrow(`${name}: missing`);
  });

  it("is another one for keys of the authority, which are made there unless said", () => {
    expect(parseConfig(token).authorityKeys).toEqual({ token: null, madeIn: "software" });
    const own = {
      SIEGEL_AUTHORITY_PKCS11_MODULE: "/lib/ca.so",
      SIEGEL_AUTHORITY_PKCS11_TOKEN: "ca",
      SIEGEL_AUTHORITY_PKCS11_PIN: "5678",
    };
    const place = { module: "/lib/ca.so", token: "ca", pin: "5678", environment: {} };
    expect(parseConfig({ ...own, SIEGEL_AUTHORITY_KEYS: "" }).authorityKeys).toEqual({
      token: place,
      madeIn: "pkcs11",
    });
    expect(parseConfig({ ...own, SIEGEL_AUTHORITY_KEYS: "software" }).authorityKeys.madeIn).toBe("software");
    for (const name of Object.keys(own)) expect(() => parseConfig({ ...own, [name]: "" })).toThrow(`${name}: missing`);
    expect(() => parseConfig({ SIEGEL_AUTHORITY_KEYS: "pkcs11" })).toThrow("SIEGEL_AUTHORITY_PKCS11_MODULE: missing");
    expect(() => parseConfig({ SIEGEL_PKCS11_KEY: "alone" })).toThrow("SIEGEL_PKCS11_MODULE: missing");
  });

  it("may have its PIN in a file, and then nowhere else", () => {
    const file = join(mkdtempSync(join(tmpdir(), "siegel-pin-")), "pin");
    writeFileSync(file, "9876\n");
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const inFile = { ...token, SIEGEL_PKCS11_PIN: "", SIEGEL_PKCS11_PIN_FILE: file };
    expect(parseConfig(inFile).token?.pin).toBe("9876");
    expect(() => parseConfig({ ...inFile, SIEGEL_PKCS11_PIN: "1234" })).toThrow("not both");
    expect(() => parseConfig({ ...inFile, SIEGEL_PKCS11_PIN_FILE: "/nowhere/pin" })).toThrow("cannot be read");
  });
});

describe("networks of webhooks", () => {
  const networksOf = (SIEGEL_WEBHOOK_NETWORKS: string) => parseConfig({ SIEGEL_WEBHOOK_NETWORKS }).webhookNetworks;

  it("are those that are named; in development this machine unless others are, in production none", () => {
    expect(networksOf("")).toEqual(["127.0.0.0/8", "::1/128"]);
    expect(networksOf("10.1.0.0/16, fd12::/48")).toEqual(["10.1.0.0/16", "fd12::/48"]);
    const production = { SIEGEL_MODE: "production", SIEGEL_PUBLIC_URL: "https://siegel.example" };
    expect(parseConfig(production).webhookNetworks).toEqual([]);
    for (const wrong of ["10.1.0.0", "10.1.0.0/33", "fd12::/129", "portal.example/8", "10.1/16"])
      expect(() => networksOf(wrong), wrong).toThrow("SIEGEL_WEBHOOK_NETWORKS");
  });
});

describe("the login provider", () => {
  const own = {
    SIEGEL_OIDC_ISSUER: "https://login.example/a",
    SIEGEL_OIDC_CLIENT_ID: "id",
    SIEGEL_OIDC_CLIENT_SECRET: "s",
  };
  const production = { SIEGEL_MODE: "production", SIEGEL_PUBLIC_URL: "https://siegel.example" };

  it("is the sandbox's in development, the one that is named, or none", () => {
    expect(parseConfig({ SIEGEL_SANDBOX_PORT: "3901" }).oidc).toMatchObject({
      issuer: "http://localhost:3901/oidc",
      label: "Sandbox",
      networks: ["127.0.0.0/8", "::1/128"],
    });
    expect(parseConfig({ SIEGEL_OIDC_ISSUER: "none" }).oidc).toBeNull();
    expect(parseConfig(production).oidc).toBeNull();
    expect(parseConfig({ ...production, ...own }).oidc).toEqual({
      ...{ issuer: "https://login.example/a", clientId: "id", clientSecret: "s", label: "login.example", networks: [] },
    });
    const named = { SIEGEL_OIDC_LABEL: "Hafenwerk", SIEGEL_OIDC_NETWORKS: "10.1.0.0/16" };
    expect(parseConfig({ ...production, ...own, ...named }).oidc).toMatchObject({
      ...{ label: "Hafenwerk", networks: ["10.1.0.0/16"] },
    });
  });

  it.each<[string, Record<string, string>]>([
    ["SIEGEL_OIDC_ISSUER", { ...own, SIEGEL_OIDC_ISSUER: "login.example" }],
    ["SIEGEL_OIDC_ISSUER: missing", { ...own, SIEGEL_OIDC_ISSUER: "" }],
    ["SIEGEL_OIDC_CLIENT_ID: missing", { ...own, SIEGEL_OIDC_CLIENT_ID: "" }],
    ["SIEGEL_OIDC_CLIENT_SECRET: missing", { ...own, SIEGEL_OIDC_CLIENT_SECRET: "" }],
    ["SIEGEL_OIDC_NETWORKS: 10.1", { ...own, SIEGEL_OIDC_NETWORKS: "10.1" }],
  ])("is not taken by half: %s", (words, env) => {
    expect(() => parseConfig({ ...production, ...env })).toThrow(words);
  });
});

describe("the eID-Server", () => {
  const own = {
    SIEGEL_EID: "soap",
    SIEGEL_EID_SOAP_URL: "https://eid.example/soap",
    SIEGEL_EID_KEY_FILE: "/k.pem",
    SIEGEL_EID_CERTIFICATE_FILE: "/c.pem",
    SIEGEL_EID_SERVER_CERTIFICATE_FILE: "/s.pem",
  };
  const production = { SIEGEL_MODE: "production", SIEGEL_PUBLIC_URL: "https://siegel.example" };
  const eidOf = (env: Record<string, string>) => parseConfig(env).identification;

  it("is the sandbox's in development with its client, the one that is named with everybody's, or none", () => {
    expect(eidOf({ SIEGEL_SANDBOX_PORT: "3901" })).toMatchObject({
      eid: {
        url: "http://localhost:3901/eid/soap",
        files: null,
        serverCertificateUrl: "http://localhost:3901/eid/certificate.pem",
      },
      eidClientUrl: "http://localhost:3901/eID-Client",
    });
    expect(eidOf({ SIEGEL_EID: "none" }).eid).toBeNull();
    expect(eidOf(production).eid).toBeNull();
    const named = {
      ...{ kind: "soap", url: "https://eid.example/soap", serverCertificateUrl: null },
      files: { key: "/k.pem", certificate: "/c.pem", serverCertificate: "/s.pem" },
    };
    for (const mode of [{}, production])
      expect(eidOf({ ...mode, ...own })).toMatchObject({
        ...{ eid: named, eidClientUrl: "http://127.0.0.1:24727/eID-Client" },
      });
  });

  it.each(Object.keys(own).slice(1))("is not taken by half: without %s", (name) => {
    expect(() => parseConfig({ ...production, ...own, [name]: "" })).toThrow(`${name}: missing`);
  });
});

describe("the policy of certificates", () => {
  const policyOf = (SIEGEL_CERTIFICATE_POLICY: string) => parseConfig({ SIEGEL_CERTIFICATE_POLICY }).certificatePolicy;

  it("is one that is kept for examples unless one is named, and each of its numbers is one that outside programs read", () => {
    expect(policyOf("")).toBe("1.3.6.1.4.1.32473.1.1");
    expect(policyOf("2.999.2147483647")).toBe("2.999.2147483647");
    const wrong = [
      "2.25.41660259701092986635866238572910667366",
      "2.999.2147483648",
      "1.40.1",
      "3.1.1",
      "1.3",
      "1.3.06",
    ];
    for (const oid of wrong) expect(() => policyOf(oid), oid).toThrow("SIEGEL_CERTIFICATE_POLICY: an OID");
  });
});

describe("what qualified certificates state", () => {
  const of = (SIEGEL_QC_STATEMENTS: string, SIEGEL_QC_DISCLOSURES = "") =>
    parseConfig({ SIEGEL_QC_STATEMENTS, SIEGEL_QC_DISCLOSURES }).qcStatements;

  it("is nothing unless it is said, and only what fits together", () => {
    expect(of("")).toEqual({ compliance: false, sscd: false, disclosures: [] });
    const [en, de] = ["https://pki.example/pds-en.pdf", "https://pki.example/pds-de.pdf"];
    expect(of("compliance, sscd", `en=${en} de=${de}`)).toEqual({
      compliance: true,
      sscd: true,
      disclosures: [
        { url: en, language: "en" },
        { url: de, language: "de" },
      ],
    });
    for (const wrong of ["sscd", "qualified", "compliance,yes"])
      expect(() => of(wrong), wrong).toThrow("SIEGEL_QC_STATEMENTS");
    for (const wrong of [de, `de=${de}`, `EN=${en}`, `en=${en} en=${de}`, "en=http://pki.example/", "en=https://[/"])
      expect(() => of("compliance", wrong), wrong).toThrow("SIEGEL_QC_DISCLOSURES");
  });
});

describe("time servers", () => {
  const serversOf = (SIEGEL_TIME_SERVER: string) => parseConfig({ SIEGEL_TIME_SERVER }).timeServers;

  it("are none unless some are named, by name or address, with a port or NTP's own", () => {
    expect(parseConfig({}).timeServers).toEqual([]);
    expect(serversOf("ptbtime1.ptb.de, 192.0.2.1:1123  [2001:db8::1],[2001:db8::2]:124")).toEqual([
      { host: "ptbtime1.ptb.de", port: 123 },
      { host: "192.0.2.1", port: 1123 },
      { host: "2001:db8::1", port: 123 },
      { host: "2001:db8::2", port: 124 },
    ]);
  });

  it.each(["ntp://time.test", "time.test/pool", "me@time.test", "time.test:0", "time.test:ntp", "2001:db8::1", "a?b"])(
    "are refused as %s",
    (entry) => {
      expect(() => serversOf(`time.test, ${entry}`)).toThrow(`SIEGEL_TIME_SERVER: ${entry} is no host`);
    },
  );
});

describe("metrics", () => {
  it("are served nowhere unless a port is named, on loopback unless a token guards them", () => {
    expect(parseConfig({}).metrics).toBeNull();
    const port = { SIEGEL_METRICS_PORT: "9100" };
    expect(parseConfig(port).metrics).toEqual({ port: 9100, host: "127.0.0.1", token: null });
    for (const host of ["0.0.0.0", "::", "10.0.0.7"])
      expect(() => parseConfig({ ...port, SIEGEL_METRICS_HOST: host })).toThrow("SIEGEL_METRICS_TOKEN");
    const token = "a".repeat(32);
    expect(parseConfig({ ...port, SIEGEL_METRICS_HOST: "::", SIEGEL_METRICS_TOKEN: token }).metrics?.token).toBe(token);
  });
});
