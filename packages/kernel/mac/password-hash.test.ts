import { describe, expect, it } from "vitest";
import { hashPassword, isPassword, salt_bytes } from "./password-hash.ts";

const salt = new Uint8Array(salt_bytes).fill(7);

describe("a password's hash", () => {
  it("is a PHC string that knows its password, typed on any keyboard, and no other", async () => {
    const phc = await hashPassword("Müller #1", salt);
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await isPassword("Müller #1".normalize("NFD"), phc)).toBe(true);
    expect(await isPassword("Muller #1", phc)).toBe(false);
    expect(await hashPassword("Müller #1", new Uint8Array(salt_bytes).fill(8))).not.toBe(phc);
  });

  it("is refused when another program wrote it", async () => {
    await expect(isPassword("x", "$2b$12$abc")).rejects.toThrow("PHC string");
  });
});
