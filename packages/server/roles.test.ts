import { describe, expect, it } from "vitest";
import { queueNames } from "./jobs/boss.ts";
import { timerNames } from "./jobs/timers.ts";
import { roles, workOf } from "./roles.ts";

const apart = [workOf("web"), workOf("worker"), workOf("authority")];

describe("the roles of processes", () => {
  it("are together what one process is alone: no route, timer or queue is left out or done by two", () => {
    const all = workOf("all");
    for (const part of ["routes", "timers", "queues"] as const)
      expect(apart.flatMap((role): readonly string[] => role[part]).toSorted()).toEqual(all[part].toSorted());
  });

  it("do every timer and every queue there is", () => {
    expect(roles.all.timers.toSorted()).toEqual(timerNames.toSorted());
    expect(roles.all.queues.toSorted()).toEqual(queueNames.toSorted());
  });

  it("own a data folder in one process only", () => {
    expect(apart.map((role) => role.ownsDataFolder)).toEqual([false, false, false]);
  });
});
