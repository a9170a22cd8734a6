import { describe, expect, it } from "vitest";
import { refuseLaterFeatures } from "./later-features.ts";

describe("refuseLaterFeatures", () => {
  it.each([
    [{ webhook_url: "https://x.test" }, "webhook_url"],
    [{ signers: [{ type: "s_signature" }, { type: "q_seal" }] }, "signers.1.type"],
  ])("names the field in %j", (body, field) => {
    expect(refuseLaterFeatures(body)).toMatchObject({
      code: "FEATURE_NOT_AVAILABLE",
      messages: [expect.any(String), field],
    });
  });

  it.each([
    null,
    7,
    "x",
    [],
    {},
    { documents: 1, signers: [null, { fields: "x" }] },
    { signers: [{ type: "a_seal" }] },
  ])("leaves %j to the schema", (body) => {
    expect(refuseLaterFeatures(body)).toBeNull();
  });
});
