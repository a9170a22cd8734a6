import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { taken } from "../../test/take-in.ts";

const text = (name: string, more = ""): string => `/FT /Tx /T (${name}) ${more}`;
const told = async (language: "de" | "en", ...fields: readonly string[]) => {
  const { notices, unassignedFields, file } = await taken(
    formWith(...fields),
    { tenant: [], landlord: [] },
    { language },
  );
  return {
    unassignedFields,
    notices: notices.filter((notice) => /given|bekommen/.test(notice)),
    hasThem: file.has_unassigned_fields,
  };
};

describe("fields of the document that no signer was given", () => {
  it("are told to the sender by name, with how to give one to a signer, in their language", async () => {
    expect(await told("en", text("IBAN"), text("tenant.city"))).toEqual({
      notices: [
        "No signer was given these form fields, so nobody can fill them in: “IBAN”. To give one to a signer, rename it in the PDF to <reference>.<name>, for example “tenant.IBAN”, or place a field of your own with fields.",
      ],
      unassignedFields: ["IBAN"],
      hasThem: true,
    });
    const many = Array.from({ length: 8 }, (_, n) => text(`Feld ${n + 1}`));
    const { notices, unassignedFields } = await told("de", ...many);
    expect(notices[0]).toContain(
      "„Feld 1“, „Feld 2“, „Feld 3“, „Feld 4“, „Feld 5“ und 3 weitere (alle stehen in unassigned_fields). Um ein Feld",
    );
    expect(unassignedFields).toEqual(Array.from({ length: 8 }, (_, n) => `Feld ${n + 1}`));
    expect(notices[0]).toContain("zum Beispiel „tenant.Feld 1“");
  });

  it("are told where others of the form have values: unticked boxes beside a preset text", async () => {
    const ticks = ["once", "monthly"].map((name) => `/FT /Btn /T (${name}) /AP << /N << /On 3 0 R >> >>`);
    const { notices, unassignedFields, hasThem } = await told("en", text("creditor", "/V (City of Ulm)"), ...ticks);
    expect(notices.join()).toContain("“once”, “monthly”");
    expect([unassignedFields, hasThem]).toEqual([["once", "monthly"], true]);
  });

  it.each([
    ["belong to a signer", text("tenant.city")],
    ["were filled in by the sender", text("city", "/V (Ulm)")],
    ["are read-only", text("city", "/Ff 1")],
    ["were ticked by the sender", "/FT /Btn /T (yes) /V /On /AS /On /AP << /N << /On 3 0 R >> >>"],
    ["do not show", text("city", "/F 2")],
    ["are push buttons", "/FT /Btn /Ff 65536 /T (print)"],
  ])("are not told where they %s", async (_, field) => {
    expect(await told("en", field)).toEqual({ notices: [], unassignedFields: [], hasThem: false });
  });
});
