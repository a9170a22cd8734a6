import fc from "fast-check";
import { expect, it } from "vitest";
import { fieldLines, fieldsNamed } from "./named-fields.ts";

it("returns the fields named among a refusal's messages, without the others", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (names) => {
      expect(fieldsNamed(["At most 3 characters", ...fieldLines(names), "tries_left=3"])).toEqual(names);
    }),
  );
});
