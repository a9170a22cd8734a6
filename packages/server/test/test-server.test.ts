import { sandbox_port, sandbox_smtp_port_offset } from "@siegel/contract/sandbox.ts";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../config.ts";
import { testConfig } from "./test-server.ts";

/** Every port that a configuration names, as a number of its own or inside an address. */
function portsOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (typeof value === "string") return [...value.matchAll(/:(\d+)/g)].map(([, port]) => Number(port));
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(portsOf) : [];
}

describe("a test's server", () => {
  // A newcomer runs the tests while the demo runs, and reads its inbox.
  it("names no port that a demo beside it listens on, its inbox least of all", () => {
    const ofDemo = [sandbox_port, sandbox_port + sandbox_smtp_port_offset, parseConfig({}).port];
    expect(portsOf(parseConfig({}))).toEqual(expect.arrayContaining(ofDemo));
    const named = portsOf(testConfig({ port: 40_000, dataDir: "/nowhere" }));
    expect(named).toContain(40_000);
    for (const port of ofDemo) expect(named).not.toContain(port);
  });
});
