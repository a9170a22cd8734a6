import { describe, expect, it } from "vitest";
import { rights } from "./cv-certificates.ts";
import { cmac } from "./secure-messaging.ts";
import { readTlvs, tlv } from "./tlv.ts";

const bytes = (hex: string): Uint8Array => Buffer.from(hex, "hex");

describe("what cards speak", () => {
  it.each([
    ["", "bb1d6929e95937287fa37d129b756746"],
    ["6bc1bee22e409f96e93d7e117393172a", "070a16b46b4d4144f79bdd9dd04a287c"],
    [
      "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411",
      "dfa66747de9ae63030ca32611497c827",
    ],
  ])("is authenticated by AES-CMAC as RFC 4493 §4 has it: %s", (message, mac) => {
    expect(cmac(bytes("2b7e151628aed2a6abf7158809cf4f3c"), bytes(message)).toString("hex")).toBe(mac);
  });

  it("is read as it was written, at any length, and not beyond its end", () => {
    for (const length of [0, 127, 128, 255, 256, 1_000]) {
      const written = Buffer.concat([tlv("7f49", new Uint8Array(length).fill(7)), tlv("86", bytes("00"))]);
      expect(readTlvs(written).map(({ tag, value }) => [tag, value.length])).toEqual([
        ["7f49", length],
        ["86", 1],
      ]);
      expect(() => readTlvs(written.subarray(0, -1))).toThrow(RangeError);
    }
  });

  it("names data groups by bits", () => {
    const hex = (groups: readonly number[], role?: "verifier") => Buffer.from(rights(groups, role)).toString("hex");
    expect(hex([4, 5, 8, 9, 17])).toBe("7f4c12060904007f00070301020253050001019800");
    expect(hex([], "verifier")).toMatch(/53058000000000$/);
  });
});
