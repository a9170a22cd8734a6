import { describe, expect, it } from "vitest";
import { ConfigurationFault, parseConfig, productionFaults } from "./config.ts";

const production = {
  SIEGEL_MODE: "production",
  SIEGEL_PUBLIC_URL: "https://sign.provider.test/",
  SIEGEL_SMTP_URL: "smtps://mail.provider.test",
  SIEGEL_MAIL_FROM: "sign@provider.test",
  SIEGEL_TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
  SIEGEL_TWILIO_AUTH_TOKEN: "2".repeat(32),
  SIEGEL_TWILIO_FROM: "+4930123456",
  SIEGEL_KEY_ENCRYPTION_KEY: "3".repeat(64),
};

describe("parseConfig", () => {
  it("starts with the ports and folders of decisions.md §1, and with every provider in the sandbox", () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      mode: "development",
      port: 3000,
      publicUrl: "http://localhost:3000",
      databaseUrl: null,
      tsaUrl: null,
    });
    expect(config.sandbox).toEqual({ port: 3001, smtpPort: 4001, url: "http://localhost:3001" });
    expect(config.mail.url).toBe("smtp://127.0.0.1:4001");
    expect(config.twilio.url).toBe("http://localhost:3001");
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
    const wrong = () => parseConfig({ PORT: "seventy", SIEGEL_PUBLIC_URL: "ftp://x", SIEGEL_MODE: "test" });
    expect(wrong).toThrow(ConfigurationFault);
    for (const name of ["PORT", "SIEGEL_PUBLIC_URL", "SIEGEL_MODE"]) expect(wrong).toThrow(name);
  });
});

describe("productionFaults", () => {
  it("lets a complete configuration pass", () => {
    expect(productionFaults(parseConfig(production))).toEqual([]);
  });

  it.each([
    ["a public address without https", { SIEGEL_PUBLIC_URL: "http://sign.provider.test" }, "SIEGEL_PUBLIC_URL"],
    ["no mail server", { SIEGEL_SMTP_URL: "" }, "SIEGEL_SMTP_URL"],
    ["a mail server on this machine", { SIEGEL_SMTP_URL: "smtp://127.0.0.1:4001" }, "SIEGEL_SMTP_URL"],
    ["a timestamp authority on this machine", { SIEGEL_TSA_URL: "http://localhost:3001/tsa" }, "SIEGEL_TSA_URL"],
    ["no key-encryption key", { SIEGEL_KEY_ENCRYPTION_KEY: "" }, "SIEGEL_KEY_ENCRYPTION_KEY"],
    ["the demo", { SIEGEL_DEMO: "on" }, "SIEGEL_DEMO"],
    ["no account for text messages", { SIEGEL_TWILIO_ACCOUNT_SID: "" }, "SIEGEL_TWILIO_ACCOUNT_SID"],
  ])("refuses %s", (_, change, name) => {
    const faults = productionFaults(parseConfig({ ...production, ...change }));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
  });
});
