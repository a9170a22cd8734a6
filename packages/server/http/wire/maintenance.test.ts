import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { maintenanceLeftS, refuseInMaintenance } from "./maintenance.ts";

const until = new Date("2026-11-27T02:30:00Z");
const at = (now: string) => ({
  config: { maintenanceUntil: until, zone: "Europe/Berlin" },
  clock: { now: () => new Date(now), elapsedMs: () => 0 },
});

describe("announced maintenance", () => {
  it("refuses calls with its end, in the language that is asked for, and leaves everything else alone", async () => {
    const app = Fastify();
    app.addHook("onRequest", refuseInMaintenance(at("2026-11-27T01:30:00Z")));
    app.get("/api/configuration", async () => "served");
    app.get("/pki/crl/issuing-1.crl", async () => "served");
    const refused = await app.inject({ url: "/api/configuration", headers: { "accept-language": "de" } });
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "3600"]);
    expect(refused.json()).toEqual({
      success: false,
      code: "MAINTENANCE",
      data: [
        "Wir arbeiten bis 27.11.2026, 03:30 MEZ an unserem Dienst. Versuchen Sie es danach noch einmal.",
        "until=2026-11-27T02:30:00.000Z",
      ],
    });
    expect((await app.inject({ url: "/pki/crl/issuing-1.crl" })).body).toBe("served");
  });

  it.each(["/api/health", "/api/health/", "/api/docs?from=mail", "/api/docs.css", "/api/openapi.json"])(
    "leaves %s, which balancers and readers of the description ask for",
    async (url) => {
      const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } });
      app.addHook("onRequest", refuseInMaintenance(at("2026-11-27T01:30:00Z")));
      for (const path of ["health", "docs", "docs.css", "openapi.json"]) app.get(`/api/${path}`, async () => "served");
      expect((await app.inject({ url })).body).toBe("served");
    },
  );

  it("is over when its end has come, and none where none is announced", () => {
    expect(maintenanceLeftS(at("2026-11-27T02:30:00Z"))).toBeNull();
    expect(
      maintenanceLeftS({ ...at("2026-11-27T01:30:00Z"), config: { maintenanceUntil: null, zone: "Europe/Berlin" } }),
    ).toBeNull();
  });
});
