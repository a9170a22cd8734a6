import { describe, expect, it } from "vitest";
import { formWith } from "../../../../fixtures/form-with.ts";
import { taken } from "../../test/take-in.ts";

const text = (name: string, more = ""): string => `/FT /Tx /T (${name}) ${more}`;
const told = async (language: "de" | "en", ...fields: readonly string[]) => {
  const { notices, file } = await taken(formWith(...fields), { tenant: [], landlord: [] }, { language });
  return { notices: notices.filter((notice) => /given|bekommen/.test(notice)), hasThem: file.has_unassigned_fields };
};

describe("fields of the document that no signer was given", () => {
  it("are told to the sender by name, with how to give one to a signer, in their language", async () => {
    expect(await told("en", text("IBAN"), text("tenant.city"))).toEqual({
      notices: [
        "No signer was given these form fields, so nobody can fill them in: “IBAN”. To give one to a signer, rename it in the PDF to <reference>.<name>, for example “tenant.IBAN”, or place a field of your own with fields.",
      ],
      hasThem: true,
    });
    const many = Array.from({ length: 8 }, (_, n) => text(`Feld ${n + 1}`));
    const { notices } = await told("de", ...many);
    expect(notices[0]).toContain("„Feld 1“, „Feld 2“, „Feld 3“, „Feld 4“, „Feld 5“ und 3 weitere. Um ein Feld");
    expect(notices[0]).toContain("zum Beispiel „tenant.Feld 1“");
  });

  it("are ticks only where the sender filled nothing in", async () => {
    const tick = "/FT /Btn /T (yes) /AP << /N << /On 3 0 R >> >>";
    expect((await told("en", tick)).notices.join()).toContain("“yes”");
    expect(await told("en", tick, text("city", "/V (Ulm)"))).toEqual({ notices: [], hasThem: false });
  });

  it.each([
    ["belong to a signer", text("tenant.city")],
    ["were filled in by the sender", text("city", "/V (Ulm)")],
    ["are read-only", text("city", "/Ff 1")],
    ["do not show", text("city", "/F 2")],
    ["are push buttons", "/FT /Btn /Ff 65536 /T (print)"],
  ])("are not told where they %s", async (_, field) => {
    expect(await told("en", field)).toEqual({ notices: [], hasThem: false });
  });
});
