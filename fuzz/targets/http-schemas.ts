/** The schemas of every call: what they take, they take again unchanged, and nothing of it reaches a prototype. */
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { languages } from "../../packages/contract/limits.ts";
import { maskPhone, parsePhone } from "../../packages/contract/phone.ts";
import { saidIssues } from "../../packages/server/http/wire/said-issues.ts";
import { mutateJson } from "../mutate/mutate-json.ts";
import { readJson } from "../mutate/read-json.ts";
import { calls, requests } from "../seeds/calls.ts";
import { mustHold, type Target } from "../target.ts";

/** Target `http-schemas`: a JSON text of `{ call, params, query, body }`. */
export const httpSchemas: Target = {
  name: "http-schemas",
  seeds: requests.map((request) => Buffer.from(JSON.stringify(request))),
  mutate: mutateJson,
  run: (input) => {
    const request = readRequest(input);
    const call = typeof request?.call === "string" ? calls.get(request.call) : undefined;
    if (request === null || call === undefined) return false;
    const taken = [
      takes(call.params, request.params, "once"),
      takes(call.query, request.query, "once"),
      takes(call.body, request.body, "again"),
    ];
    mustHold(!("x" in {}) && Object.keys(Object.prototype).length === 0, "no prototype is touched");
    if (typeof request.phone === "string") judgePhone(request.phone);
    return !taken.includes(false);
  },
};

/** A request in parts; each may be anything. */
type Parts = Readonly<Partial<Record<"call" | "params" | "query" | "body" | "phone", unknown>>>;

function readRequest(input: Uint8Array): Parts | null {
  const value = readJson(input);
  return typeof value === "object" && value !== null ? value : null;
}

/** Whether a schema takes a value. What it gives must be something that it takes and gives again, where it changes no types. */
function takes(schema: z.ZodType | undefined, value: unknown, how: "once" | "again"): boolean {
  if (schema === undefined) return true;
  const read = schema.safeParse(value, { reportInput: true });
  if (!read.success) {
    for (const language of languages) {
      const said = saidIssues(read.error.issues, language).slice(0, 50);
      mustHold(said.length > 0 && said.every((line) => line !== "" && line.length <= 300), "a refusal says why");
    }
    return false;
  }
  if (how === "once") return true;
  const again = schema.safeParse(read.data);
  mustHold(again.success && isDeepStrictEqual(again.data, read.data), "what was taken is taken again, unchanged");
  return true;
}

function judgePhone(typed: string): void {
  const parsed = parsePhone(typed);
  if (!parsed.ok) return;
  const again = parsePhone(parsed.phone.e164);
  mustHold(again.ok && again.phone.e164 === parsed.phone.e164, "a number in its stored form is the same number");
  mustHold(
    !maskPhone(parsed.phone.e164).includes(parsed.phone.e164.slice(4, -2)),
    "a masked number shows its end only",
  );
}
