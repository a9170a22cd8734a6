import { describe, expect, it } from "vitest";
import { type Asked, type ClientState, clientStateOf, type Permission } from "./client-state.ts";
import { type Device, deviceOf } from "./device.ts";

/** In the order answered, failed, late. */
const states: Readonly<Record<Permission, readonly [ClientState, ClientState, ClientState]>> = {
  granted: ["available", "unavailable", "unknown"],
  denied: ["available", "blocked", "blocked"],
  // Dismissed, or the browser asks nobody at all: it says the same of both.
  prompt: ["available", "unknown", "prompt"],
  // Safari blocks every such request; Firefox asks, and does not say what was answered.
  none: ["available", "unknown", "unknown"],
};

describe("whether the client runs", () => {
  const asked: readonly Asked[] = ["answered", "failed", "late"];
  it.each(
    Object.entries(states).flatMap(([permission, row]) =>
      row.map((state, at) => [permission as Permission, asked[at] ?? "late", state] as const),
    ),
  )("[S-199] [S-200] permission %s, request %s: %s", (permission, request, state) => {
    expect(clientStateOf(permission, request)).toBe(state);
  });

  it("[S-200] is surely not so in one of the twelve cases only", () => {
    expect(
      Object.values(states)
        .flat()
        .filter((state) => state === "unavailable"),
    ).toHaveLength(1);
  });
});

describe("the device", () => {
  const iPad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15";
  const table: readonly (readonly [string, Parameters<typeof deviceOf>[0], Device])[] = [
    ["a phone", { coarse: true, touchPoints: 5, userAgent: "Mozilla/5.0 (Linux; Android 15)" }, "phone"],
    ["an iPad that says it is a Mac", { coarse: true, touchPoints: 5, userAgent: iPad }, "either"],
    ["a Mac", { coarse: false, touchPoints: 0, userAgent: iPad }, "computer"],
    ["a laptop with a touch screen", { coarse: false, touchPoints: 10, userAgent: "Windows NT 10.0" }, "computer"],
    ["a television", { coarse: true, touchPoints: 0, userAgent: "Linux" }, "computer"],
  ];
  it.each(table)("[S-201] %s", (_name, signs, device) => {
    expect(deviceOf(signs)).toBe(device);
  });
});
