import { afterEach, expect, it, vi } from "vitest";
import { beforeLeaving, saveBeforeLeaving } from "./leaving.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("a session that is left ends after what is left to save, or after a moment", async () => {
  const order: string[] = [];
  const stop = beforeLeaving(async () => {
    await Promise.resolve();
    order.push("saved");
  });
  await saveBeforeLeaving();
  order.push("left");
  stop();
  expect(order).toEqual(["saved", "left"]);
  vi.useFakeTimers();
  const stopHanging = beforeLeaving(() => new Promise(() => undefined));
  const leaving = saveBeforeLeaving();
  await vi.advanceTimersByTimeAsync(3_000);
  await leaving;
  stopHanging();
});

it("one that could not be saved keeps nobody", async () => {
  const stop = beforeLeaving(() => Promise.reject(new Error("no network")));
  await saveBeforeLeaving();
  stop();
});
