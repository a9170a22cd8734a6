import fc from "fast-check";
import { expect, it } from "vitest";
import { fragmentOf, readFragment } from "./handover-fragment.ts";

it("a hand-over's secret and what it is for are read as they were written", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{43}$/), fc.boolean(), (token, forSeal) => {
      expect(readFragment(fragmentOf({ token, forSeal }))).toEqual({ token, forSeal });
    }),
  );
  expect(readFragment("")).toEqual({ token: "", forSeal: false });
});
