import { ownerOf } from "@siegel/contract/field-ownership.ts";
import type { FileId, SignerId } from "@siegel/contract/ids.ts";
import { signatureFieldName } from "@siegel/kernel/forms/add-fields.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Field } from "../intake/intake.ts";
import {
  checkValue,
  type FieldValue,
  missingRequired,
  stateHash,
  valuesInEffect,
  valuesToFill,
} from "./documents-rules.ts";

const signer = "s1" as SignerId;
const file = "f1" as FileId;
const text: Field = {
  fileId: file,
  fullName: "s1.amount",
  signerId: signer,
  kind: "text",
  label: "Amount",
  placements: [],
  required: true,
  multiline: false,
  charsMax: 10,
  comb: false,
  editable: false,
  clearable: true,
  options: [],
  initialValue: "",
};

describe("checkValue", () => {
  it.each([
    ["s1.amount", "12", text, "OK"],
    ["s1.amount", "", text, "OK"],
    ["s1.amount", "1234567890", text, "OK"],
    ["s1.amount", "12345678901", text, "FIELD_VALUE_INVALID"],
    ["s1.amount", "a\nb", text, "FIELD_VALUE_INVALID"],
    ["s1.amount", "a\r\nb", { ...text, multiline: true }, "OK"],
    ["s1.amount", "a\u0000", text, "FIELD_VALUE_INVALID"],
    ["s1.amount", "\ud800", text, "FIELD_VALUE_INVALID"],
    ["s1.amount", "\u202e000.1\u202c", text, "FIELD_VALUE_INVALID"],
    ["s1.amount", "😀", text, "OK"],
    ["s1.amount", "שלום مرحبا", text, "OK"],
    ["s10.amount", "12", text, "FIELD_NOT_YOURS"],
    ["s10.amount", "12", { ...text, fullName: "s10.amount", signerId: "s10" as SignerId }, "FIELD_NOT_YOURS"],
    ["s1.other", "12", undefined, "FIELD_NOT_YOURS"],
    ["amount", "12", undefined, "FIELD_NOT_YOURS"],
    ["Sig_s1", "12", { ...text, kind: "signature", fullName: "Sig_s1" } satisfies Field, "FIELD_NOT_YOURS"],
  ] as const)("[S-096] [S-108] %s = %j: %#", (name, value, field, outcome) => {
    const checked = checkValue({ name, value, signerId: signer }, field);
    expect(checked.ok ? "OK" : checked.code).toBe(outcome);
  });

  it("stores one kind of line end", () => {
    expect(
      checkValue({ name: "s1.amount", value: "a\r\nb\rc", signerId: signer }, { ...text, multiline: true }),
    ).toEqual({ ok: true, value: "a\nb\nc" });
  });
});

describe("values", () => {
  const prefilled: Field = { ...text, fullName: "s1.city", initialValue: "Kiel", required: false };
  const signature: Field = { ...text, fullName: "Sig_s1", kind: "signature" };
  const fields = [text, prefilled, signature];

  it("what is stored wins over what was sent, also when it is empty", () => {
    expect(valuesInEffect(fields, [])).toEqual([
      { fileId: file, name: "s1.amount", value: "" },
      { fileId: file, name: "s1.city", value: "Kiel" },
    ]);
    const cleared = valuesInEffect(fields, [{ fileId: file, name: "s1.city", value: "" }]);
    expect(cleared[1]).toEqual({ fileId: file, name: "s1.city", value: "" });
    expect(valuesToFill(fields, cleared)).toEqual([{ fileId: file, name: "s1.city", value: "" }]);
  });

  it("what nobody sees does not fill a required field, signatures are no values", () => {
    for (const value of ["  ", "\u200b", "\u3164"])
      expect(
        missingRequired(
          [...fields, { ...signature, required: true }],
          valuesInEffect(fields, [{ fileId: file, name: "s1.amount", value }]),
        ),
      ).toEqual(["s1.amount"]);
    expect(missingRequired(fields, valuesInEffect(fields, [{ fileId: file, name: "s1.amount", value: "7" }]))).toEqual(
      [],
    );
  });
});

describe("stateHash", () => {
  const stored = fc.record({ sha256: fc.string() });
  const documents = fc.uniqueArray(
    fc.record({
      fileId: fc.string().map((id) => id as FileId),
      isSigned: fc.boolean(),
      original: stored,
      intake: stored,
    }),
    { selector: (document) => document.fileId, maxLength: 5 },
  );
  const values = fc.uniqueArray(
    fc.record({ fileId: fc.constantFrom("f1", "f2").map((id) => id as FileId), name: fc.string(), value: fc.string() }),
    { selector: (v) => `${v.fileId}\0${v.name}`, maxLength: 5 },
  );

  it("[T-012] does not depend on order, and changes with every original, what is shown of it, whether it is signed, and every own value", () => {
    fc.assert(
      fc.property(documents, values, fc.nat(), fc.string(), (files, own, at, other) => {
        const hash = stateHash(files, own, null);
        expect(hash).toMatch(/^[0-9a-f]{64}$/);
        expect(stateHash(files.toReversed(), own.toReversed(), null)).toBe(hash);
        const changed = own.map(
          (value, index): FieldValue => (index === at % Math.max(1, own.length) ? { ...value, value: other } : value),
        );
        expect(stateHash(files, changed, null) === hash).toBe(JSON.stringify(changed) === JSON.stringify(own));
        for (const which of ["original", "intake"] as const) {
          const replaced = files.map((entry, index) =>
            index === 0 ? { ...entry, [which]: { sha256: `${entry[which].sha256}0` } } : entry,
          );
          if (files.length > 0) expect(stateHash(replaced, own, null)).not.toBe(hash);
        }
        const turned = files.map((entry, index) => (index === 0 ? { ...entry, isSigned: !entry.isSigned } : entry));
        if (files.length > 0) expect(stateHash(turned, own, null)).not.toBe(hash);
      }),
    );
  });

  it("[T-012] a value cannot pose as part of another's name", () => {
    const one = stateHash([], [{ fileId: file, name: "a", value: 'b","c' }], null);
    const two = stateHash([], [{ fileId: file, name: 'a","b', value: "c" }], null);
    expect(one).not.toBe(two);
  });
});

it("a signature field is known by its name as the signer's it was made for", () => {
  expect(ownerOf(signatureFieldName(signer))).toBe(signer);
});
