import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemRandom } from "./adapters/random.ts";
import { systemClock, systemMonotonic } from "./adapters/time/clock.ts";
import { parseConfig } from "./config.ts";
import { ConfigurationFault } from "./configuration-fault.ts";
import { wireIdentification } from "./wire-identification.ts";

const world = { clock: systemClock, random: systemRandom, monotonic: systemMonotonic };

describe("who identifies people", () => {
  const production = { SIEGEL_MODE: "production", SIEGEL_PUBLIC_URL: "https://siegel.example" };
  const of = (env: Record<string, string>) => parseConfig(env).identification;
  const video = {
    SIEGEL_VIDEO_URL: "https://video.example/api/",
    SIEGEL_VIDEO_API_KEY: "key",
    SIEGEL_VIDEO_WEBHOOK_SECRET: "secret",
  };
  const issuer = {
    SIEGEL_EID: "oidc",
    SIEGEL_EID_OIDC_ISSUER: "https://eid.example",
    SIEGEL_EID_OIDC_CLIENT_ID: "id",
    SIEGEL_EID_OIDC_CLIENT_SECRET: "s",
  };

  it("is the sandbox by video in development, the one that is named, or nobody", () => {
    expect(of({ SIEGEL_SANDBOX_PORT: "3901" }).video).toMatchObject({
      ...{ url: "http://localhost:3901/video", mappingFile: null },
    });
    expect(of({ SIEGEL_VIDEO_URL: "none" }).video).toBeNull();
    expect(of(production).video).toBeNull();
    const named = { url: "https://video.example/api", apiKey: "key", mappingFile: null };
    expect(of({ ...production, ...video }).video).toEqual({ ...named, webhookSecrets: ["secret"] });
    const rotated = { ...video, SIEGEL_VIDEO_WEBHOOK_SECRET_BEFORE: "older", SIEGEL_VIDEO_MAPPING_FILE: "/m.json" };
    expect(of({ ...production, ...rotated }).video).toMatchObject({
      ...{ webhookSecrets: ["secret", "older"], mappingFile: "/m.json" },
    });
  });

  it("is an issuer for ID cards where one is named, in development the sandbox's", () => {
    expect(of({ SIEGEL_SANDBOX_PORT: "3901", SIEGEL_EID: "oidc" }).eid).toMatchObject({
      ...{ kind: "oidc", issuer: "http://localhost:3901/eid/oidc", networks: ["127.0.0.0/8", "::1/128"] },
    });
    expect(of(production).eid).toBeNull();
    expect(
      of({ ...production, ...issuer, SIEGEL_EID_OIDC_ACR: "loa", SIEGEL_EID_NETWORKS: "10.1.0.0/16" }).eid,
    ).toEqual({
      ...{ kind: "oidc", issuer: "https://eid.example", clientId: "id", clientSecret: "s", acr: "loa" },
      networks: ["10.1.0.0/16"],
    });
  });

  it.each<[string, Record<string, string>]>([
    ["SIEGEL_VIDEO_URL", { ...video, SIEGEL_VIDEO_URL: "video.example" }],
    ["SIEGEL_VIDEO_API_KEY: missing", { ...video, SIEGEL_VIDEO_API_KEY: "" }],
    ["SIEGEL_VIDEO_WEBHOOK_SECRET: missing", { ...video, SIEGEL_VIDEO_WEBHOOK_SECRET: "" }],
    ["SIEGEL_EID_OIDC_ISSUER: missing", { ...issuer, SIEGEL_EID_OIDC_ISSUER: "" }],
    ["SIEGEL_EID_OIDC_CLIENT_ID: missing", { ...issuer, SIEGEL_EID_OIDC_CLIENT_ID: "" }],
    ["SIEGEL_EID_OIDC_CLIENT_SECRET: missing", { ...issuer, SIEGEL_EID_OIDC_CLIENT_SECRET: "" }],
    ["SIEGEL_EID_NETWORKS: 10.1", { ...issuer, SIEGEL_EID_NETWORKS: "10.1" }],
  ])("is not taken by half: %s", (words, env) => {
    expect(() => parseConfig({ ...production, ...env })).toThrow(words);
  });

  it("may have names of its own in a file, which is read when the server starts", () => {
    const file = join(mkdtempSync(join(tmpdir(), "siegel-mapping-")), "mapping.json");
    onTestFinished(() => rmSync(dirname(file), { recursive: true }));
    const wired = () =>
      wireIdentification(parseConfig({ ...video, SIEGEL_EID: "none", SIEGEL_VIDEO_MAPPING_FILE: file }), world)
        .videoIdent;
    expect(wired).toThrow(ConfigurationFault);
    expect(wired).toThrow("SIEGEL_VIDEO_MAPPING_FILE");
    expect(wired).toThrow("cannot be read");
    writeFileSync(file, '{ "states": { "ok": "yes" } }');
    expect(wired).toThrow("mapping.json: states.ok: one of Siegel's words");
    writeFileSync(file, '{ "states": { "ok": "succeeded" } }');
    expect(wired()?.name).toBe("video.example");
  });
});
