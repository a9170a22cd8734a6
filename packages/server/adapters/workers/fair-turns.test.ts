import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TooMuchWork } from "../../ports/bounded-work.ts";
import { fairTurns, type TurnLimits, type Turns } from "./fair-turns.ts";

const patient: TurnLimits = { workersMax: 1, waitingMax: 1_000, waitingMs: 600_000, ofOne: [] };

/** Lets everybody who was called go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Who got turns, in order, when `names` come one after the other and each turn ends as soon as it was had. */
async function orderOf(names: readonly string[], limits: Partial<TurnLimits> = {}): Promise<string[]> {
  const turns = fairTurns({ ...patient, ...limits });
  const order: string[] = [];
  const all = names.map((name) =>
    turns.have({ names: name.split("/") }, async () => {
      order.push(name);
      await settle();
    }),
  );
  await Promise.all(all);
  expect(turns.counts()).toEqual({ taken: 0, waiting: 0 });
  return order;
}

/** A turn that lasts until `end`; `had` once it has come, and been had. */
function hold(turns: Turns, name: string, left?: AbortSignal) {
  let end = () => {};
  let isHad = false;
  const ends = new Promise<void>((resolve) => {
    end = resolve;
  });
  const had = turns.have({ names: name.split("/"), left }, async () => {
    isHad = true;
    await ends;
    return name;
  });
  return { had, end, isHad: () => isHad };
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

  it("[T-014] go round among the widest names first: many of one inside do not go before another's", async () => {
    const heavy = ["x/heavy/1", "x/heavy/1", "x/heavy/2", "x/heavy/3", "x/other/1", "x/heavy/2"];
    expect(await orderOf([...heavy, "y/small/1"])).toEqual([
      "x/heavy/1",
      "x/heavy/1",
      "y/small/1",
      "x/other/1",
      "x/heavy/2",
      "x/heavy/3",
      "x/heavy/2",
    ]);
  });

  it("[T-014] are only so many at once of one name, and what is left over is somebody else's", async () => {
    const turns = fairTurns({ ...patient, workersMax: 2, ofOne: [{ waitingMax: 9, takenMax: 1 }] });
    const [first, second] = [hold(turns, "heavy"), hold(turns, "heavy")];
    const other = hold(turns, "other");
    await settle();
    expect([first, second, other].map(({ isHad }) => isHad())).toEqual([true, false, true]);
    const third = hold(turns, "third");
    other.end();
    await settle();
    expect([second.isHad(), third.isHad()]).toEqual([false, true]);
    first.end();
    await settle();
    expect(second.isHad()).toBe(true);
    for (const { end } of [second, third]) end();
    await Promise.all([second.had, third.had]);
    expect(turns.counts()).toEqual({ taken: 0, waiting: 0 });
  });

  it("of one sender go in the order in which they came", async () => {
    const turns = fairTurns(patient);
    const order: number[] = [];
    await Promise.all([0, 1, 2, 3].map((i) => turns.have({ names: ["a"] }, async () => order.push(i))));
    expect(order).toEqual([0, 1, 2, 3]);
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
            names.map((name) =>
              turns.have({ names: [name] }, async () => {
                now += 1;
                had += 1;
                most = Math.max(most, now);
                await settle();
                now -= 1;
              }),
            ),
          );
          expect([most, had]).toEqual([Math.min(workersMax, names.length), names.length]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("of one name are only so many in the queue; another still finds room in it", async () => {
    const turns = fairTurns({ ...patient, waitingMax: 3, ofOne: [{ waitingMax: 2 }] });
    const first = hold(turns, "a");
    const [second, third] = [hold(turns, "a"), hold(turns, "a")];
    await expect(hold(turns, "a").had).rejects.toEqual(new TooMuchWork(600));
    const other = hold(turns, "b");
    await expect(hold(turns, "c").had).rejects.toBeInstanceOf(TooMuchWork);
    for (const { end, had } of [first, second, other, third]) {
      end();
      await had;
    }
    expect(turns.counts()).toEqual({ taken: 0, waiting: 0 });
  });

  it("who waited too long is gone from the queue, and does not keep the next one from a turn", async () => {
    const turns = fairTurns({ ...patient, waitingMs: 1, ofOne: [{ waitingMax: 1 }] });
    const first = hold(turns, "a");
    await expect(hold(turns, "a").had).rejects.toBeInstanceOf(TooMuchWork);
    expect(turns.counts()).toEqual({ taken: 1, waiting: 0 });
    first.end();
    await first.had;
    expect(await turns.have({ names: ["a"] }, async () => "had")).toBe("had");
  });

  it("who leaves is gone from the queue at once, and from a turn that came at that moment", async () => {
    const turns = fairTurns({ ...patient, ofOne: [{ waitingMax: 2 }] });
    const first = hold(turns, "a");
    const [leaving, late] = [new AbortController(), new AbortController()];
    const [second, third] = [hold(turns, "a", leaving.signal), hold(turns, "a", late.signal)];
    leaving.abort();
    expect(turns.counts()).toEqual({ taken: 1, waiting: 1 });
    await expect(second.had).rejects.toMatchObject({ name: "AbortError" });
    first.end();
    await first.had;
    late.abort();
    await expect(third.had).rejects.toMatchObject({ name: "AbortError" });
    await expect(hold(turns, "a", late.signal).had).rejects.toMatchObject({ name: "AbortError" });
    expect([second.isHad(), third.isHad(), turns.counts()]).toEqual([false, false, { taken: 0, waiting: 0 }]);
  });

  it("what is known when the turn comes is not done again", async () => {
    const turns = fairTurns(patient);
    let outcome: string | undefined;
    let done = 0;
    const make = async () => {
      await settle();
      done += 1;
      outcome = "made";
      return outcome;
    };
    const turn = { names: ["a"], known: () => outcome };
    expect(await Promise.all([1, 2, 3].map(() => turns.have(turn, make)))).toEqual(["made", "made", "made"]);
    expect(done).toBe(1);
  });

  it("end when the work fails, too", async () => {
    const turns = fairTurns(patient);
    const fails = turns.have({ names: ["a"] }, async () => {
      throw new Error("played");
    });
    const next = turns.have({ names: ["a"] }, async () => "had");
    await expect(fails).rejects.toThrow("played");
    expect(await next).toBe("had");
  });
});
