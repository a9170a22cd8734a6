/** Whether the service works. */
import { z } from "zod";
import { call } from "../call.ts";

export const health = call({
  name: "health",
  method: "GET",
  path: "/api/health",
  caller: "none",
  summary: "Ask whether the service works",
  description:
    "Version and the state of each part; 503 while any is not ok (`token` and `authority_keys`, without which pages and published lists go on, and `authority`, which tells in time of a ceremony that is due, aside), or the process was told to stop. Announced maintenance changes neither.",
  response: z
    .object({
      status: z
        .enum(["ok", "failing", "stopping"])
        .describe(
          "`ok`: all parts work, `token`, `authority_keys` and `authority` aside. `failing`: one does not. `stopping`: the process was told to stop.",
        ),
      version: z.string().describe("The version of the service."),
      checks: z.record(z.string(), z.enum(["ok", "failing"])).describe("Each part by its name, and whether it works."),
      maintenance_until: z.iso
        .datetime()
        .nullable()
        .describe("Until when calls are refused with `MAINTENANCE`, as was announced; null: they are not."),
    })
    .meta({ id: "Health", description: "The state of the service." }),
});
