import type { OwnField, WorkflowFile } from "@siegel/contract/calls/files.ts";
import { fieldLines } from "@siegel/contract/named-fields.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { plainField } from "../../../../fixtures/plain-field.ts";
import type { Answer, Refusal } from "../../api/answer.ts";
import { type SentValue, saveEntries } from "./save-entries.ts";
import { typed } from "./unsaved-entry.ts";
import { changeEntries, type EntriesPlace, entriesOf, type UnsavedEntries } from "./unsaved-values.ts";

const field = (label: string, more: Partial<OwnField> = {}): OwnField => ({
  ...plainField,
  ...{ annotation_id: `s.${label}`, kind: "text", label, page: 1, rect: [72, 700, 200, 720], required: false },
  ...more,
});
const file = {
  id: "lease",
  fields: [field("born", { kind: "date" }), field("city"), field("name"), field("code", { chars_max: 3 })],
} as unknown as WorkflowFile;

let kept: UnsavedEntries | null = null;
const place: EntriesPlace = {
  read: () => kept,
  write: (entries) => {
    kept = entries;
  },
};

/** A server as the contract has it; `has` is what it holds, `dislikes` what no font of its has. */
function server({ has = {}, dislikes = "🖋" }: { has?: Record<string, string>; dislikes?: string } = {}) {
  const held: Record<string, string> = { ...has };
  const calls: { values: readonly SentValue[]; completed: boolean }[] = [];
  let away: Refusal | null = null;
  const refuse = (status: number, code: string, messages: string[]): Refusal => ({
    ...{ ok: false, status, code, messages, retryAfterSeconds: null },
  });
  const send = async (values: readonly SentValue[], completed: boolean): Promise<Answer<unknown>> => {
    calls.push({ values, completed });
    if (away !== null) return away;
    const changed = values.filter((one) => ![one.before, one.value].includes(held[one.annotation_id] ?? ""));
    const names = (some: readonly SentValue[]) => fieldLines(some.map(({ annotation_id }) => annotation_id));
    if (changed.length > 0) return refuse(409, "WORKFLOW_CHANGED", ["another", ...names(changed)]);
    const unknown = values.filter(({ value }) => value.includes(dislikes));
    if (unknown.length > 0) return refuse(400, "FIELD_CHARACTERS_UNKNOWN", [dislikes, ...names(unknown)]);
    for (const { annotation_id, value } of values) held[annotation_id] = value;
    return { ok: true, code: null, data: null };
  };
  return {
    held,
    calls,
    ways: { place, send, held: async () => ({ ...held }) },
    goAway: (refusal: Partial<Refusal> | null) => {
      away = refusal && { ...refuse(0, "SERVICE_ERROR", []), ...refusal };
    },
  };
}

const write = (name: string, value: string, shown = "") =>
  changeEntries(place, [`s.${name}`], (known) => typed(known, value, shown));

beforeEach(() => place.write(null));

describe("saving what was typed", () => {
  it("keeps nothing back for the one value that the server refuses, which stays and is marked", async () => {
    const { held, ways, calls } = server();
    write("name", "Ada 🖋");
    write("city", "Kiel");
    expect(await saveEntries(file, {}, ways)).toEqual({ status: "kept-back", sent: { "s.city": "Kiel" } });
    expect(held).toEqual({ "s.city": "Kiel" });
    expect(calls.map(({ completed }) => completed)).toEqual([true, false]);
    expect(entriesOf(place)).toMatchObject({
      "s.name": { value: "Ada 🖋", refused: { value: "Ada 🖋", code: "FIELD_CHARACTERS_UNKNOWN", what: "🖋" } },
    });
    // The same is not asked again; what is typed on is.
    expect(await saveEntries(file, null, ways)).toEqual({ status: "kept-back", sent: {} });
    expect(calls).toHaveLength(2);
    write("name", "Ada");
    expect(await saveEntries(file, { "s.city": "Kiel" }, ways)).toEqual({
      status: "stored",
      sent: { "s.name": "Ada" },
    });
    expect([held["s.name"], calls.at(-1)?.completed, entriesOf(place)]).toEqual(["Ada", true, {}]);
  });

  it("says a refusal in words where it has some, and never by the name of a field", async () => {
    const { ways } = server();
    const refused = async (messages: string[]) => {
      write("name", "Ada");
      const answer = {
        ok: false,
        status: 400,
        code: "FIELD_CHARACTERS_UNKNOWN",
        messages,
        retryAfterSeconds: null,
      } as const;
      await saveEntries(file, null, { ...ways, send: async () => answer });
      const { refused: noted } = entriesOf(place)["s.name"] ?? {};
      changeEntries(place, ["s.name"], () => null);
      return noted?.what;
    };
    expect([await refused(["field=s.name", "🖋"]), await refused(["field=s.name"])]).toEqual(["🖋", ""]);
  });

  it("keeps here what a field does not take, and sends the rest: nothing comes in the place of something", async () => {
    const { held, ways } = server({ has: { "s.born": "29.02.2024" } });
    write("born", "29.02.20", "29.02.2024");
    write("code", "abcd");
    write("city", "Kiel");
    changeEntries(place, ["t.city"], () => ({ value: "Bonn", before: "", sent: [] }));
    expect(await saveEntries(file, {}, ways)).toEqual({ status: "kept-back", sent: { "s.city": "Kiel" } });
    expect(held).toEqual({ "s.born": "29.02.2024", "s.city": "Kiel" });
    expect(Object.keys(entriesOf(place))).toEqual(["s.born", "s.code", "t.city"]);
  });

  it("overwrites nothing that another page stored meanwhile: both are kept, and the others are saved", async () => {
    const { held, ways } = server({ has: { "s.name": "newer" } });
    write("name", "older");
    write("city", "Kiel");
    expect(await saveEntries(file, null, ways)).toEqual({ status: "kept-back", sent: { "s.city": "Kiel" } });
    expect(held).toEqual({ "s.name": "newer", "s.city": "Kiel" });
    expect(entriesOf(place)["s.name"]).toMatchObject({ value: "older", theirs: "newer" });
  });

  it("goes on by itself where an answer got lost", async () => {
    const { held, ways, goAway } = server();
    write("name", "Kä");
    goAway({});
    expect((await saveEntries(file, null, ways)).status).toBe("later");
    held["s.name"] = "Kä";
    goAway(null);
    write("name", "Käthe");
    expect((await saveEntries(file, null, ways)).status).toBe("stored");
    expect(held).toEqual({ "s.name": "Käthe" });
  });

  it.each([
    [0, "later"],
    [503, "later"],
    [429, "later"],
    [401, "refused"],
    [409, "refused"],
  ] as const)("after status %i is %s, and nothing typed is lost", async (status, end) => {
    const { ways, goAway } = server();
    write("name", "Käthe");
    goAway({ status, retryAfterSeconds: 30 });
    const ended = await saveEntries(file, null, ways);
    expect(ended.status).toBe(end);
    if (ended.status === "later") expect(ended.refusal.retryAfterSeconds).toBe(30);
    expect(entriesOf(place)["s.name"]?.value).toBe("Käthe");
  });

  it("confirms nothing that stood in no field of the page, and asks for another look", async () => {
    const { held, ways, calls } = server({ has: { "s.city": "Kiel" } });
    write("name", "Ada");
    // Meanwhile another page has stored something where nobody types here.
    held["s.city"] = "Bonn";
    const shown = { "s.city": "Kiel" };
    expect((await saveEntries(file, shown, ways)).status).toBe("unseen");
    expect([calls.length, held["s.name"], entriesOf(place)["s.name"]?.value]).toEqual([1, undefined, "Ada"]);
    expect((await saveEntries(file, { "s.city": "Bonn" }, ways)).status).toBe("stored");
    expect(held).toMatchObject({ "s.name": "Ada", "s.city": "Bonn" });
    expect(calls.at(-1)?.values).toContainEqual({ annotation_id: "s.city", value: "Bonn", before: "Bonn" });
  });

  it("ends where somebody else writes the same field again and again", async () => {
    let turn = 0;
    const { held, ways, calls } = server();
    write("name", "Käthe");
    const restless = {
      ...ways,
      send: async (...call: Parameters<typeof ways.send>) => {
        turn += 1;
        held["s.name"] = `${turn}`;
        return await ways.send(...call);
      },
      held: async () => ({ "s.name": "" }),
    };
    expect((await saveEntries(file, null, restless)).status).toBe("refused");
    expect(calls.length).toBeLessThan(20);
  });
});
