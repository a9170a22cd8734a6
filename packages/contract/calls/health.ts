/** Whether the service works. */
import { z } from "zod";
import { call } from "../call.ts";

export const health = call({
  name: "health",
  method: "GET",
  path: "/api/health",
  caller: "none",
  summary: "Version and the state of each part; 503 while any is not ok, or the process was told to stop.",
  response: z
    .object({
      status: z.enum(["ok", "failing", "stopping"]),
      version: z.string(),
      checks: z.record(z.string(), z.enum(["ok", "failing"])),
    })
    .meta({ id: "Health" }),
});
