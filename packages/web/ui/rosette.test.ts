import { describe, expect, it } from "vitest";
import { fingerprintOfName, rosetteBands } from "./rosette.tsx";

const hex = "7be41f0219c204ab5e77d1f0a03d88c67be41f0219c204ab5e77d1f0a03d88c6";

describe("the rosette", () => {
  it("is the same for the same fingerprint and another for another", () => {
    expect(rosetteBands(hex)).toEqual(rosetteBands(hex));
    expect(rosetteBands(hex)).not.toEqual(rosetteBands(`00${hex.slice(2)}`));
  });

  it("has three closed bands", () => {
    const bands = rosetteBands(hex);
    expect(bands.map(({ path }) => [path.startsWith("M"), path.endsWith("Z"), path.split("L").length])).toEqual([
      [true, true, 144],
      [true, true, 144],
      [true, true, 144],
    ]);
  });

  it("makes 32 bytes of a name", () => {
    expect(fingerprintOfName("Hafenwerk Wohnen eG")).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprintOfName("A")).not.toBe(fingerprintOfName("B"));
  });
});
