import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TooMuchWork } from "../ports/bounded-work.ts";
import { fairTurns, type TurnLimits } from "./fair-turns.ts";

const patient: TurnLimits = { workersMax: 1, waitingMax: 1_000, waitingOfOneMax: 1_000, waitingMs: 600_000 };

/** Lets everybody who was called go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Who got turns, in order, when `names` come one after the other and each turn ends as soon as it was had. */
async function orderOf(names: readonly string[], limits: Partial<TurnLimits> = {}): Promise<string[]> {
  const turns = fairTurns({ ...patient, ...limits });
  const order: string[] = [];
  const all = names.map(async (name) => {
    await turns.take(name);
    order.push(name);
    await settle();
    turns.give();
  });
  await Promise.all(all);
  expect(turns.counts().waiting > 0).toBe(false);
  return order;
}

describe("turns", () => {
  it("[T-014] a hundred of one sender do not go before another's first", async () => {
    const order = await orderOf([...Array<string>(100).fill("hostile"), "small"]);
    expect(order).toHaveLength(101);
    expect(order.indexOf("small")).toBe(2);
  });

  it("go round among all who wait, in the order in which they came", async () => {
    expect(await orderOf(["a", "a", "a", "a", "b", "b", "c", "a"])).toEqual(["a", "a", "b", "c", "a", "b", "a", "a"]);
  });

  it("of one sender go in the order in which they came", async () => {
    const turns = fairTurns(patient);
    const order: number[] = [];
    await turns.take("a");
    for (const i of [1, 2, 3]) void turns.take("a").then(() => order.push(i));
    for (const _ of [1, 2, 3]) {
      turns.give();
      await settle();
    }
    expect(order).toEqual([1, 2, 3]);
  });

  it("are as many at once as there are workers, whoever comes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        async (names, workersMax) => {
          const turns = fairTurns({ ...patient, workersMax });
          let [now, most, had] = [0, 0, 0];
          await Promise.all(
            names.map(async (name) => {
              await turns.take(name);
              now += 1;
              had += 1;
              most = Math.max(most, now);
              await settle();
              now -= 1;
              turns.give();
            }),
          );
          expect([most, had]).toEqual([Math.min(workersMax, names.length), names.length]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("of one sender are only so many in the queue; another still finds room in it", async () => {
    const turns = fairTurns({ ...patient, waitingMax: 3, waitingOfOneMax: 2 });
    await turns.take("a");
    const [second, third] = [turns.take("a"), turns.take("a")];
    await expect(turns.take("a")).rejects.toEqual(new TooMuchWork(600));
    const other = turns.take("b");
    await expect(turns.take("c")).rejects.toBeInstanceOf(TooMuchWork);
    for (const turn of [second, other, third]) {
      turns.give();
      await turn;
    }
    expect(turns.counts().waiting > 0).toBe(false);
  });

  it("who waited too long is gone from the queue, and does not keep the next one from a turn", async () => {
    const turns = fairTurns({ ...patient, waitingOfOneMax: 1, waitingMs: 1 });
    await turns.take("a");
    await expect(turns.take("a")).rejects.toBeInstanceOf(TooMuchWork);
    expect(turns.counts().waiting > 0).toBe(false);
    turns.give();
    await turns.take("a");
  });
});
