import { describe, expect, it } from "vitest";
import type { SigningModule } from "../../ports/signing-module.ts";
import { inTurn } from "./key-turns.ts";

const deps = { signingModule: {} as SigningModule };

describe("calls of one signer", () => {
  it("go one after the other, however they end, and nobody else waits for them", async () => {
    const order: string[] = [];
    let isBusy = false;
    const work = (name: string, fails = false) =>
      inTurn(deps, "ada", async () => {
        expect(isBusy).toBe(false);
        isBusy = true;
        await new Promise(setImmediate);
        isBusy = false;
        order.push(name);
        if (fails) throw new Error(name);
        return { ok: true, name };
      });
    const [first, second, third] = [work("first"), work("second", true), work("third")];
    await inTurn(deps, "bea", async () => order.push("Bea"));
    expect(order).toEqual(["Bea"]);
    expect(await first).toEqual({ ok: true, name: "first" });
    await expect(second).rejects.toThrow("second");
    expect(await third).toEqual({ ok: true, name: "third" });
    expect(order).toEqual(["Bea", "first", "second", "third"]);
  });

  it("wait eight at most: thousands more are refused at once and hold nothing, and the next ones are served", async () => {
    let begun = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const call = () =>
      inTurn(deps, "ada", async () => {
        begun += 1;
        await promise;
        return { ok: true } as const;
      });
    const served = Array.from({ length: 9 }, call);
    for (let n = 0; n < 3_000; n++) expect(await call()).toEqual({ ok: false, code: "SERVICE_ERROR" });
    expect(begun).toBe(1);
    resolve();
    expect(await Promise.all(served)).toEqual(Array(9).fill({ ok: true }));
    expect(begun).toBe(9);
    expect(await call()).toEqual({ ok: true });
  });
});
