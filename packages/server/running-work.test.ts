import { describe, expect, it } from "vitest";
import { runningWork } from "./running-work.ts";

describe("work that outlives its caller", () => {
  it("is waited for, whether it ends well or badly", async () => {
    const work = runningWork();
    const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const tracked = [
      work.track(() => good.promise),
      work.track(() => bad.promise).catch((fault: Error) => fault.message),
    ];
    let settled: boolean | null = null;
    const waiting = work.settled(10_000).then((inTime) => {
      settled = inTime;
    });
    good.resolve("done");
    await tracked[0];
    expect(settled).toBeNull();
    bad.reject(new Error("no"));
    await waiting;
    expect(settled).toBe(true);
    expect(await Promise.all(tracked)).toEqual(["done", "no"]);
  });

  it("is given up when its time is over; nothing running is no time at all", async () => {
    const work = runningWork();
    expect(await work.settled(0)).toBe(true);
    void work.track(() => new Promise(() => undefined));
    expect(await work.settled(20)).toBe(false);
  });
});
