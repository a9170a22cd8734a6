import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOfSecret, isSameMac, keyFor, macOf, serverSecret } from "./server-secret.ts";

const bytes = new Uint8Array(32).fill(7);

describe("a secret of the server", () => {
  it("has 32 bytes, and says for what it is none", () => {
    expect(serverSecret("codes", bytes)).toBe(bytes);
    expect(() => serverSecret("codes", bytes.subarray(1))).toThrow(
      new RangeError("a secret for codes has at least 32 bytes"),
    );
  });

  it("gives another key for each label", () => {
    const keys = ["approval", "prepared", "result", "approval "].map((label) => keyFor(bytes, label).join());
    expect(new Set(keys).size).toBe(keys.length);
    expect(keyFor(bytes, "approval")).toEqual(keyFor(bytes.slice(), "approval"));
  });
});

describe("a secret of somebody else", () => {
  it("is found by its SHA-256", () => {
    // FIPS 180-2, B.1.
    expect(digestOfSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("a MAC", () => {
  it("differs for another key, salt and list, however the values of the list join", () => {
    const macs = [
      macOf(bytes, ["a", "b"]),
      macOf(new Uint8Array(32).fill(8), ["a", "b"]),
      macOf(bytes, ["a", "b"], new Uint8Array(1)),
      macOf(bytes, ["ab"]),
      macOf(bytes, ['a","b']),
      macOf(bytes, [["a"], "b"]),
      macOf(bytes, ["a", null]),
      macOf(bytes, ["a", "null"]),
    ];
    expect(new Set(macs.map((mac) => mac.join())).size).toBe(macs.length);
    expect(macs[0]).toEqual(new Uint8Array(createHmac("sha256", bytes).update('["a","b"]').digest()));
  });

  it("is the same byte for byte, and none is never the right one", () => {
    const mac = macOf(bytes, ["a"]);
    expect(isSameMac(mac.slice(), mac)).toBe(true);
    for (const at of mac.keys())
      expect(
        isSameMac(
          mac.map((byte, i) => (i === at ? byte ^ 1 : byte)),
          mac,
        ),
      ).toBe(false);
    for (const found of [null, new Uint8Array(), mac.subarray(1), Uint8Array.from([...mac, 0])])
      expect(isSameMac(found, mac)).toBe(false);
    expect(isSameMac(null, new Uint8Array())).toBe(false);
  });
});
