import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { maintenanceLeftS, refuseInMaintenance } from "./maintenance.ts";

const until = new Date("2026-11-27T02:30:00Z");
const at = (now: string) => ({
  config: { maintenanceUntil: until },
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
      data: [expect.stringContaining("Wir arbeiten"), "until=2026-11-27T02:30:00.000Z"],
    });
    expect((await app.inject({ url: "/pki/crl/issuing-1.crl" })).body).toBe("served");
  });

  it("is over when its end has come, and none where none is announced", () => {
    expect(maintenanceLeftS(at("2026-11-27T02:30:00Z"))).toBeNull();
    expect(maintenanceLeftS({ ...at("2026-11-27T01:30:00Z"), config: { maintenanceUntil: null } })).toBeNull();
  });
});
