import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOwnField, nameWithinOwner, ownerOf, ownFieldName } from "./field-ownership.ts";

const id = fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{1,26}$/);

describe("field ownership", () => {
  it.each([
    ["S1.amount", "S1", true, "its own"],
    ["S1.address.street", "S1", true, "a deeper one of its own"],
    ["S10.amount", "S1", false, "S1 is only the beginning of S10"],
    ["S1.amount", "S10", false, "and S10 is not S1"],
    ["S1", "S1", false, "the parent field itself"],
    ["S1.", "S1", false, "no name"],
    ["s1.amount", "S1", false, "names are compared exactly"],
    ["x.S1.amount", "S1", false, "not at the beginning"],
    [".amount", "", false, "no signer"],
    ["S1.amount.x", "S1.amount", false, "a signer id holds no delimiter"],
  ])("[S-096] %s for %s: %s (%s)", (name, signer, owned) => {
    expect(isOwnField(name, signer)).toBe(owned);
  });

  it("[S-096] no field belongs to two signers", () => {
    fc.assert(
      fc.property(id, id, fc.string({ minLength: 1 }), (a, b, name) => {
        expect(isOwnField(ownFieldName(a, name), a)).toBe(true);
        expect(isOwnField(ownFieldName(a, name), b)).toBe(a === b);
        expect(nameWithinOwner(ownFieldName(a, name), a)).toBe(name);
        expect(ownerOf(ownFieldName(a, name))).toBe(a);
      }),
    );
  });

  it.each([
    ["S1.address.street", "S1"],
    ["Sig_S1", "S1"],
    ["Sig_S1.amount", "Sig_S1"],
    ["notes", ""],
  ])("by its name %s is a field of %j", (name, owner) => {
    expect(ownerOf(name)).toBe(owner);
  });
});
