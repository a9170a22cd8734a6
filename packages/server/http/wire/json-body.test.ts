import {
  field_value_chars_max,
  fields_per_signer_max,
  fields_per_workflow_max,
  json_members_max,
  json_names_max,
  json_string_bytes_max,
  json_values_max,
  signer_body_bytes_max,
  signers_per_workflow_max,
} from "@siegel/contract/limits.ts";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { postInParts } from "../../test/post-in-parts.ts";
import { watchTurns } from "../../test/watch-turns.ts";
import { answerFault } from "./answer-fault.ts";
import { hasMoreValues, readJsonBodies } from "./json-body.ts";

function server(limits: { bodyLimit?: number } = {}) {
  const app = Fastify(limits);
  app.setErrorHandler(answerFault);
  readJsonBodies(app);
  return app;
}

async function post(body: Buffer | string, limits: { bodyLimit?: number } = {}) {
  const app = server(limits);
  app.post("/", async (request) => ({ success: true, data: request.body }));
  const headers = { "content-type": "application/json" };
  const answer = await app.inject({ method: "POST", url: "/", headers, body });
  return { status: answer.statusCode, ...answer.json<{ code?: string; data: unknown }>() };
}

describe("a JSON body", () => {
  it("is read as UTF-8, also with a byte order mark", async () => {
    expect(await post('{"name":"Jürgen Weiß 漢"}')).toMatchObject({ status: 200, data: { name: "Jürgen Weiß 漢" } });
    expect(await post('\ufeff{"a":1}')).toMatchObject({ status: 200, data: { a: 1 } });
  });

  it("is refused in any other encoding, where names would lose their umlauts", async () => {
    const latin1 = Buffer.from('{"name":"Jürgen"}', "latin1");
    expect(await post(latin1)).toMatchObject({
      status: 400,
      code: "INVALID_REQUEST",
      data: ["The body is not UTF-8."],
    });
  });

  it.each([
    ["empty", ""],
    ["no JSON", "{"],
    ["one that poisons prototypes", '{"__proto__":{"a":1}}'],
    ["one that poisons constructors", '{"constructor":{"prototype":{"a":1}}}'],
  ])("is refused when it is %s", async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
  });

  it("is refused unparsed with so many values that everybody else would wait", async () => {
    const bodyLimit = 64 * 1024 * 1024;
    for (const part of ["[],", "{},", "1,", '"",']) {
      const body = Buffer.from(`[${part.repeat(bodyLimit / 4 / part.length)}1]`);
      const start = performance.now();
      expect(await post(body, { bodyLimit })).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it("may be as long as the largest form has values, and hold a long document", () => {
    const field = { document: "a", kind: "text", page: 1, rect: [1, 2, 3, 4], name: "n", required: true };
    const fields = Array.from({ length: fields_per_signer_max }, () => field);
    const full = fields_per_workflow_max / fields_per_signer_max;
    const signers = Array.from({ length: signers_per_workflow_max }, (_, n) => ({
      ...{ reference: "a", type: "a_seal", first_name: "a", last_name: "a", email: "a", phone: "+49", language: "de" },
      fields: n < full ? fields : [],
    }));
    const content = Buffer.alloc(1_000_000, 0xfb).toString("base64");
    const form = Buffer.from(JSON.stringify({ name: "a", documents: [{ name: "a", content }], signers }));
    expect(hasMoreValues(form, json_values_max)).toBe(false);
  });
});

describe("an object of a body", () => {
  const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, n) => [`k${n}`, 1]));

  it("may have so many members, wherever it stands", async () => {
    const refused = { status: 400, data: [`An object of the body has more than ${json_members_max} members.`] };
    for (const inside of [(one: object) => one, (one: object) => [[{ a: one }]]]) {
      expect(await post(JSON.stringify(inside(wide(json_members_max))))).toMatchObject({ status: 200 });
      expect(await post(JSON.stringify(inside(wide(json_members_max + 1))))).toMatchObject(refused);
    }
  });

  it("is refused by its octets alone where it has hundreds of thousands", async () => {
    const same = "{".concat('"a":1,'.repeat(300_000), '"a":1}');
    for (const [body, most] of [
      [same, `${json_values_max} values`],
      [JSON.stringify(wide(300_000)), `${json_names_max} names of members`],
    ] as const)
      expect(await post(body, { bodyLimit: 64 * 1024 * 1024 })).toMatchObject({
        status: 400,
        data: [`The body has more than ${most}.`],
      });
  });
});

describe("a string of a body", () => {
  const bodyLimit = 64 * 1024 * 1024;
  const spare = " ".repeat(signer_body_bytes_max);
  const refused = (place: string) => ({
    status: 400,
    code: "INVALID_REQUEST",
    data: [`${place}: a string of more than ${json_string_bytes_max} octets`],
  });

  it.each([
    ["in letters that nobody sees", "a\u3164"],
    ["in escapes", "\\u0041"],
    ["in escaped quotes", '\\"'],
    ["in umlauts", "é"],
  ])("is refused unparsed with its member's name when it is megabytes long %s", async (_, part) => {
    const text = part.repeat(30_000_000 / Buffer.byteLength(part));
    const body = Buffer.from(`{"documents":[{"content":"AA\\/A"}],"initiator":{"email":"${text}"}}`);
    const turns = watchTurns();
    const answer = await post(body, { bodyLimit });
    expect(turns.end()).toBeLessThan(500);
    expect(answer).toEqual({ success: false, ...refused("email") });
  });

  it("may be as long as a field's value whose characters are all escaped, and a content as long as the body", async () => {
    const value = "\\u0041".repeat(field_value_chars_max);
    const content = Buffer.alloc(signer_body_bytes_max, 0xfb).toString("base64");
    const form = `{"a":"${value}","b":[{"content" : "${content.replaceAll("/", "\\/")}","c":"${value}"}]}`;
    const [a, c] = ["A".repeat(field_value_chars_max), "A".repeat(field_value_chars_max)];
    const answer = await post(form, { bodyLimit });
    expect(answer).toEqual({ status: 200, success: true, data: { a, b: [{ content, c }] } });
  });

  it("is found behind a content, in a list, as a member's name, and where a content pretends to end", async () => {
    const long = "a".repeat(json_string_bytes_max + 1);
    for (const [body, place] of [
      [`{"content":"${long}","name":"${long}"}`, "name"],
      [`{"options":["a","${long}"]}`, "options"],
      [`{"${long}":1}`, "The body"],
    ] as const)
      expect(await post(body + spare, { bodyLimit }), place).toMatchObject(refused(place));
  });
});

describe("what stands beside the documents of a body", () => {
  const bodyLimit = 64 * 1024 * 1024;

  it("may be as long as a signer's body, and have so many names", async () => {
    const long = `{"content":"AAAA"${" ".repeat(signer_body_bytes_max)}}`;
    expect(await post(long, { bodyLimit })).toMatchObject({
      status: 400,
      data: [`The body has more than ${signer_body_bytes_max} octets beside its documents.`],
    });
    const objects = Array.from({ length: json_names_max / 500 + 1 }, (_, o) =>
      Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${o} ${n}`, 1])),
    );
    expect(await post(JSON.stringify(objects), { bodyLimit })).toMatchObject({
      status: 400,
      data: [`The body has more than ${json_names_max} names of members.`],
    });
    expect(await post(JSON.stringify(objects.slice(1)), { bodyLimit })).toMatchObject({ status: 200 });
  });

  it("is refused where a document has escapes that base64 has no use for", async () => {
    expect(await post('{"content":"AAA\\n"}')).toMatchObject({ status: 400, data: ["content: not base64"] });
  });
});

describe("a body of megabytes", () => {
  const size = 45_000_000;
  const octets = (part: string, length = size): string => part.repeat(length / part.length);

  it.each([
    ["one document", () => `[{"content":"${octets("A")}"}]`, 200],
    ["one in escapes", () => `[{"content":"${octets("\\u0041", 30_000_000)}"}]`, 200],
    ["documents without end", () => `[${octets('{"content":"AAAA"},')}1]`, 400],
    ["texts without end", () => `[${octets('"a",')}1]`, 400],
    ["names without end", () => `[${Array.from({ length: 149_000 }, (_, n) => `{"name number ${n}":1}`).join()}]`, 400],
  ])("keeps nobody waiting: %s", async (_, write, status) => {
    const app = server({ bodyLimit: 64 * 1024 * 1024 });
    app.post("/", async () => ({ success: true }));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const body = Buffer.from(write());
    const turns = watchTurns();
    const answer = await postInParts(url, body);
    const longest = turns.end();
    await app.close();
    expect(answer.status).toBe(status);
    // In one turn it would take so long on this machine, however busy it is.
    const bare = watchTurns();
    JSON.parse(body.toString());
    expect(longest).toBeLessThan(Math.max(50, bare.end() / 3));
  });
});

describe("hasMoreValues", () => {
  it("counts what stands before values", () => {
    const values = Buffer.from('{"a":[1,2,{"b":3}]}');
    expect([4, 5].map((max) => hasMoreValues(values, max))).toEqual([true, false]);
  });
});
