import { describe, expect, it } from "vitest";
import { describeFault } from "./describe-fault.ts";

describe("what the log keeps of a fault", () => {
  it("keeps name, message, code and causes, and nothing a library hung on", () => {
    const driver = Object.assign(new Error("connection lost"), { code: "57P01", client: { password: "secret" } });
    const fault = new TypeError("could not save", { cause: driver });
    const kept = describeFault(fault);
    expect(kept).toMatchObject({ type: "TypeError", message: "could not save", cause: { code: "57P01" } });
    expect(JSON.stringify(kept)).not.toContain("secret");
  });

  it("ends with causes that lead back to themselves", () => {
    const fault = new Error("round");
    fault.cause = fault;
    expect(JSON.stringify(describeFault(fault)).length).toBeLessThan(20_000);
  });

  it("takes out whom it was about: addresses, numbers, ids, tokens", () => {
    const id = "0123456789abcdefghjkmnpqrs";
    const told = [
      "550 5.1.1 <kaethe.groesse@example.org>: Recipient address rejected",
      "Größe-Łukasz@exämple.org",
      "The 'To' number +49 1512 3400017 is not valid, nor is To=%2B4915123400017",
      `GET /login/${id} with Bearer abc-DEF_123`,
    ];
    for (const message of told) {
      const kept = JSON.stringify(describeFault(new Error("no", { cause: new Error(message) })));
      expect(kept).not.toMatch(/example|exämple|kaethe|Größe|1512|3400017|DEF_123/);
      expect(kept).not.toContain(id);
    }
    expect(describeFault(new Error(told[0])).message).toBe("550 5.1.1 <‹address›>: Recipient address rejected");
    const plain = "connect ECONNREFUSED 127.0.0.1:5432 at 2026-11-21T15:00:00.000Z after 1234567 ms";
    expect(describeFault(new Error(plain)).message).toBe(plain);
  });

  it("takes what is no error", () => {
    expect(describeFault("gone")).toEqual({ type: "string", message: "gone" });
  });
});
