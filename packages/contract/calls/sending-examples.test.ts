import { describe, expect, it } from "vitest";
import type { Call } from "../call.ts";
import * as sending from "./sending.ts";
import { sendingExamples } from "./sending-examples.ts";
import * as usage from "./usage.ts";

const isCall = (value: unknown): value is Call => typeof value === "object" && value !== null && "caller" in value;
const exported: readonly unknown[] = Object.values({ ...sending, ...usage });
const calls = exported.filter(isCall);

describe("the examples of the sender's calls", () => {
  it("are there for every call, and for no other", () => {
    expect(Object.keys(sendingExamples).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  });

  it.each(calls.map((call) => [call.name, call] as const))(
    "%s: what is sent is taken, and what is answered is what the call answers, nothing more",
    (name, call) => {
      const { params, query, body, sends, data, saves } = sendingExamples[name] ?? {};
      const ids = [...call.path.matchAll(/:(\w+)/g)].map(([, id]) => id);
      expect(Object.keys(params ?? {})).toEqual(ids);
      if (params !== undefined) expect(call.params?.parse(params)).toEqual(params);
      if (query !== undefined) expect(Object.keys(call.query?.parse(query) ?? {})).toEqual(Object.keys(query));
      expect(body === undefined).toBe(call.body === undefined);
      if (call.body !== undefined) expect(call.body.parse(body)).toEqual(body);
      expect(sends === undefined).toBe(name !== "uploadPdf");
      if (saves === undefined) expect(call.response.parse(data)).toEqual(data);
      else expect([data, saves.endsWith(".pdf")]).toEqual([undefined, true]);
    },
  );
});
