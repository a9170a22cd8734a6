/** What is read from the right is shown so where it is typed, where it is summed up, and in the file. */
import { describe, expect, it } from "vitest";
import { button, openDocument, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

describe("a value", () => {
  it("is read from one side wherever it stands: that of its first letter, or of a mark for one (UAX #9, P2)", async () => {
    const created = await send(walk.product.demo, onePagePdf({ field: "alice.Ort" }), [
      person("s_signature", { reference: "alice" }),
    ]);
    await walk.withPerson({}, async ({ page }) => {
      const here = { page };
      await openDocument(here, created.signers[0]?.url ?? "");
      const onPage = page.locator(".paper").getByLabel(/Ort/);
      const inSheet = page.getByLabel("Ort", { exact: true });
      for (const [value, side] of [
        ["5 - 10 km", "ltr"],
        ["\u05e9\u05dc\u05d5\u05dd 12", "rtl"],
        ["5 - 10\u200f", "rtl"],
      ] as const) {
        await onPage.fill(value);
        for (const field of [onPage, inSheet])
          expect(await field.evaluate((element, wanted) => element.matches(`:dir(${wanted})`), side), value).toBe(true);
      }
      await button(here, "documents.signUnauthorized").click();
      await page.getByRole("heading", { name: say(here, "statement.filled") }).waitFor();
      const listed = page.locator(".filled dd [dir]").first();
      expect(await listed.evaluate((element) => element.matches(":dir(rtl)"))).toBe(true);
    });
  });
});
