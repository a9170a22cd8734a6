/** What programs and people read of the API: rules that others made for such documents, and a word on each field. */
import SwaggerParser from "@apidevtools/swagger-parser";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
let text = "";
beforeAll(async () => {
  text = await (await fetch(`${server.current().url}/api/openapi.json`)).text();
});

describe("openapi.json", () => {
  it("[T-045] breaks none of Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: text, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  it("is valid to swagger-parser", async () => {
    await expect(SwaggerParser.validate(JSON.parse(text))).resolves.toMatchObject({ openapi: "3.1.0" });
  });

  it("[T-045] describes every property, parameter, call and shape", () => {
    const found: string[] = [];
    walk(JSON.parse(text), "", found);
    expect(found).toEqual([]);
  });
});

type Node = { readonly [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const isSaid = (value: unknown): boolean =>
  isNode(value) && typeof value.description === "string" && value.description !== "";

/** Notes what has no description below `value`. */
function walk(value: unknown, path: string, found: string[]): void {
  if (!isNode(value)) return;
  if (isNode(value.properties)) {
    // Of an answer's `data` its call says what it is.
    for (const [name, property] of Object.entries(value.properties))
      if (!isSaid(property) && name !== "data") found.push(`${path}.${name}`);
  }
  if (typeof value.in === "string" && typeof value.name === "string" && !isSaid(value))
    found.push(`${path}: ${value.name}`);
  for (const [key, one] of Object.entries(value)) if (key !== "example") walk(one, `${path}/${key}`, found);
}
