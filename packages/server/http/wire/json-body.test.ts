import {
  fields_per_signer_max,
  fields_per_workflow_max,
  json_body_bytes_max,
  json_values_max,
  signer_body_bytes_max,
  signer_json_names_max,
  signers_per_workflow_max,
} from "@siegel/contract/limits.ts";
import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { answerFault } from "./answer-fault.ts";
import { hasMoreValues, readJsonBodies } from "./json-body.ts";

async function post(body: Buffer | string, bodyLimit: number = json_body_bytes_max) {
  const app = Fastify({ bodyLimit });
  app.setErrorHandler(answerFault);
  readJsonBodies(app);
  app.setValidatorCompiler(() => () => true);
  app.post("/", { schema: { body: {} } }, async (request) => ({ success: true, data: request.body }));
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
      data: ["The body is not UTF-8. Encode it in UTF-8 and send it again."],
    });
  });

  it.each([
    ["empty", ""],
    ["no JSON", "{"],
    ["one that nests without end", "[".repeat(json_body_bytes_max)],
  ])("is refused when it is %s", async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, code: "INVALID_REQUEST" });
  });

  it.each([
    ["poisons prototypes", '{"__proto__":{"a":1}}', "The body has a member with the name __proto__"],
    [
      "poisons constructors",
      '\ufeff{"constructor":{"prototype":{"a":1}}}',
      "The body has a member with the name __proto__",
    ],
    ["is null, where a body is taken", "null", "The body is null. Send an object"],
  ])("is refused with what is wrong when it %s", async (_, body, said) => {
    const data = [expect.stringContaining(said)];
    expect(await post(body)).toMatchObject({ status: 400, code: "INVALID_REQUEST", data });
  });

  it("is refused unparsed with so many values that everybody else would wait", async () => {
    for (const part of ["[],", "{},", "1,", '"",', '{"a":1},']) {
      const body = Buffer.from(`[${part.repeat((json_body_bytes_max - 3) / part.length)}1]`);
      const start = performance.now();
      const refused = { status: 400, data: [`The body has more than ${json_values_max} values. Send less at once.`] };
      expect(await post(body)).toMatchObject(refused);
      expect(performance.now() - start).toBeLessThan(1_000);
    }
  });

  it("is refused unparsed with more names than any page of a signer sends", async () => {
    const names = Array.from({ length: signer_json_names_max + 1 }, (_, n) => `"n${n}" \n: 1`);
    const refused = {
      status: 400,
      data: [`The body has more than ${signer_json_names_max} names. Send less at once.`],
    };
    expect(await post(`{${names.join()}}`, signer_body_bytes_max)).toMatchObject(refused);
    expect(await post(`{${names.slice(1).join()}}`, signer_body_bytes_max)).toMatchObject({ status: 200 });
    expect(await post(`{${names.join()}}`)).toMatchObject({ status: 200 });
  });

  it("counts no colon of a text as the end of a name", async () => {
    const text = "10:30, Kiel: ".repeat(signer_json_names_max);
    expect(await post(JSON.stringify({ text }), signer_body_bytes_max)).toMatchObject({ status: 200 });
  });

  it("may have as many values as the largest form", () => {
    const field = { document: "a", kind: "text", page: 1, rect: [1, 2, 3, 4], name: "n", required: true };
    const fields = Array.from({ length: fields_per_signer_max }, () => field);
    const full = fields_per_workflow_max / fields_per_signer_max;
    const signers = Array.from({ length: signers_per_workflow_max }, (_, n) => ({
      ...{ reference: "a", type: "a_seal", first_name: "a", last_name: "a", email: "a", phone: "+49", language: "de" },
      fields: n < full ? fields : [],
    }));
    const form = Buffer.from(JSON.stringify({ name: "a", documents: [{ name: "a", content: "AAAA" }], signers }));
    expect(hasMoreValues(form, json_values_max)).toBe(false);
  });
});

describe("hasMoreValues", () => {
  it("counts what stands before values", () => {
    const values = Buffer.from('{"a":[1,2,{"b":3}]}');
    expect([4, 5].map((max) => hasMoreValues(values, max))).toEqual([true, false]);
  });
});
