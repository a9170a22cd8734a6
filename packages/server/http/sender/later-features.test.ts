import { describe, expect, it } from "vitest";
import { laterFeaturesIn } from "./later-features.ts";

describe("fields that are not available yet", () => {
  it.each<[object, string[]]>([
    [{ signers: [{ type: "s_signature" }, { type: "q_seal" }] }, ["signers.1.type"]],
    [{ signers: [{ type: "q_signature" }, { type: "q_seal" }] }, ["signers.0.type", "signers.1.type"]],
  ])("are all named in %j", (body, paths) => {
    expect(laterFeaturesIn(body)).toEqual(paths);
  });

  it.each([
    null,
    7,
    "x",
    [],
    {},
    { documents: 1, signers: [null, { fields: "x" }] },
    { signers: [{ type: "a_seal" }] },
  ])("are none in %j", (body) => {
    expect(laterFeaturesIn(body)).toEqual([]);
  });
});
