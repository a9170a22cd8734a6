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

  it("takes what is no error", () => {
    expect(describeFault("gone")).toEqual({ type: "string", message: "gone" });
  });
});
