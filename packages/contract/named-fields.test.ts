import fc from "fast-check";
import { expect, it } from "vitest";
import { fieldLines, fieldsNamed } from "./named-fields.ts";

it("names of fields stand among a refusal's other messages", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(fieldsNamed(["At most 3 characters", ...fieldLines(names), "tries_left=3"])).toEqual(names);
    }),
  );
});
