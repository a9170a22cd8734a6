/** Texts that are stored encrypted. */
import { describe, expect, it } from "vitest";
import { nonce_bytes, openText, sealText } from "./sealed-text.ts";

const key = new Uint8Array(32).fill(7);
const nonce = new Uint8Array(nonce_bytes).fill(1);

describe("a sealed text", () => {
  const sealed = sealText(key, { owner: "frauke", text: "Schlüssel 8", nonce });

  it("opens with its key for its owner, and shows nothing of itself", () => {
    expect(openText(key, { owner: "frauke", sealed })).toBe("Schlüssel 8");
    expect(sealed.toString("latin1")).not.toContain("Schl");
  });

  it("opens neither for another owner nor with another key, nor when a bit was changed", () => {
    expect(() => openText(key, { owner: "jonas", sealed })).toThrow();
    expect(() => openText(new Uint8Array(32), { owner: "frauke", sealed })).toThrow();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Uint8Array.from(sealed, (byte, n) => (n === at ? byte ^ 1 : byte));
      expect(() => openText(key, { owner: "frauke", sealed: changed })).toThrow();
    }
  });
});
