/** The guide: from field to field, saved as one goes, taken up again on another device, and a summary before the step that stays. */
import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { everyKindPdf } from "../../fixtures/every-kind.ts";
import { type At, button, openDocument, say } from "../journey.ts";
import { manyPagesPdf, onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { isInSight } from "../targets.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

/** A form with a field of every kind, before the two signers that it is prepared for. */
const formSigners = () => [person("s_signature", { reference: "alice" }), person("s_signature", { reference: "bob" })];
const sendForm = (signers = formSigners()): ReturnType<typeof send> => send(walk.product.demo, everyKindPdf(), signers);

const guideOf = (at: At): Locator => at.page.getByRole("complementary", { name: say(at, "viewer.fields") });
const counted = (at: At, n: number): Promise<void> =>
  guideOf(at)
    .getByText(say(at, "viewer.filledOf", { n, m: 9 }), { exact: true })
    .waitFor();
/** On a phone the fields are folded away until somebody wants to fill them in. */
const fillIn = (at: At): Promise<void> => button(at, "viewer.fillIn").click();
const fieldOfGuide = (at: At, label: string): Locator => guideOf(at).getByLabel(label, { exact: true });

describe("a form begun on a phone", { timeout: 90_000 }, () => {
  it("is counted, saved and shown as saved at every change, and goes on elsewhere at the first field that is empty", async () => {
    const signers = formSigners();
    const created = await sendForm(signers);
    const url = created.signers[0]?.url ?? "";
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, url);
      // Size and extras have a value from their author.
      await counted(at, 2);
      await fillIn(at);
      await fieldOfGuide(at, "Postcode").fill("20457");
      await counted(at, 3);
      const saved = page.getByText(/^Saved/).first();
      await saved.waitFor({ state: "attached" });
      // Of the tick: what was typed before is saved already, and says so too.
      const stored = page.waitForResponse("**/api/files/updateXFDF/");
      await button(at, "viewer.nextField").click();
      await fieldOfGuide(at, "I agree").check();
      await counted(at, 4);
      await stored;
      await saved.waitFor({ state: "attached" });
    });
    await walk.withPerson({ viewport: "desktop" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, url);
      await counted(at, 4);
      await fieldOfGuide(at, "Every month").first().waitFor();
      expect(
        await guideOf(at)
          .getByRole("button", { name: /Postcode/ })
          .count(),
      ).toBe(1);
      await fieldOfGuide(at, "Every year").check();
      await guideOf(at)
        .getByRole("button", { name: /Country/ })
        .click();
      await fieldOfGuide(at, "Country").selectOption("ch");
      await counted(at, 6);
      await button(at, "documents.signUnauthorized").click();
      await page.getByRole("heading", { level: 1, name: say(at, "statement.title") }).waitFor();
      const said = await page.getByRole("main").innerText();
      for (const part of [
        `Käthe ${signers[0]?.last_name}`,
        "one document",
        "a simple electronic signature",
        "Mietvertrag.pdf",
      ])
        expect(said).toContain(part);
      expect(said).toContain(say(at, "statement.binding"));
      expect(said).toContain(say(at, "statement.visibleOne"));
      // Beside six values the act and what it means are in sight: no bar lies over them.
      for (const part of [...(await page.locator(".points li").all()), button(at, "sign.now")])
        await expect.poll(() => isInSight(part)).toBe(true);
      expect(said, "for those who compare bytes only").not.toMatch(/[0-9a-f]{64}/);
      await page.getByText(say(at, "statement.details"), { exact: true }).click();
      expect(await page.getByRole("main").innerText()).toMatch(/[0-9a-f]{64}/);
    });
  });

  it.each(["phone", "desktop"] as const)(
    "asks for one thing at a time: the next field while one is missing, then the way on: %s",
    async (viewport) => {
      const created = await send(walk.product.demo, everyKindPdf(), [
        person("s_signature", { reference: "alice" }),
        person("s_signature", { reference: "bob" }),
      ]);
      await walk.withPerson({ viewport }, async ({ page }) => {
        const at: At = { page };
        await openDocument(at, created.signers[0]?.url ?? "");
        const asking = page.locator(".btn-you, .btn-main:not([aria-disabled=true])").filter({ visible: true });
        if (viewport === "phone") {
          await expect.poll(() => asking.allInnerTexts()).toEqual([say(at, "viewer.fillIn")]);
          await fillIn(at);
        }
        await expect.poll(() => asking.allInnerTexts()).toEqual([say(at, "viewer.nextField")]);
        await fieldOfGuide(at, "Postcode").fill("20457");
        for (let step = 0; step < 3; step += 1) {
          await button(at, "viewer.nextField").click();
          const choice = guideOf(at).locator("form").locator("input[type=checkbox], input[type=radio]").first();
          if (await choice.isVisible()) await choice.check();
        }
        await button(at, "viewer.nextField").click();
        await fieldOfGuide(at, "Country").selectOption("ch");
        await expect.poll(() => asking.allInnerTexts()).toEqual([say(at, "documents.signUnauthorized")]);
      });
    },
  );

  it("writes on the paper what is written in below", async () => {
    const created = await sendForm();
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, created.signers[0]?.url ?? "");
      await fillIn(at);
      await fieldOfGuide(at, "Postcode").fill("20457");
      const onPaper = page.getByLabel(say(at, "viewer.onPage", { label: "Postcode", n: 1 }), { exact: true });
      expect(await onPaper.inputValue()).toBe("20457");
    });
  });

  it.each(["phone", "desktop"] as const)(
    "leads to the place of each field, and not to the top of its page: %s",
    async (viewport) => {
      const created = await sendForm();
      await walk.withPerson({ viewport }, async ({ page }) => {
        const at: At = { page };
        // As low as somebody's window is whose browser has bars, and a keyboard before it.
        await page.setViewportSize({
          width: viewport === "phone" ? 390 : 1280,
          height: viewport === "phone" ? 480 : 640,
        });
        await openDocument(at, created.signers[0]?.url ?? "");
        if (viewport === "phone") await fillIn(at);
        const isSeen = (): Promise<boolean> =>
          page
            .locator(".pf.now")
            .first()
            .evaluate((field) => {
              const { top, bottom, left, right } = field.getBoundingClientRect();
              const above = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
              return above !== null && (field === above || field.contains(above));
            });
        const tops = new Set<number>();
        for (let step = 0; step < 9; step += 1) {
          // In the list, where there is one; on a phone from field to field.
          const led =
            viewport === "desktop"
              ? guideOf(at)
                  .getByRole("listitem")
                  .nth(8 - step)
                  .getByRole("button")
              : button(at, "viewer.nextField");
          await led.click();
          await expect.poll(isSeen, { message: `step ${step}` }).toBe(true);
          // By the desk, or where that has room for all of it, by the window.
          tops.add(
            await page
              .locator(".paper")
              .first()
              .evaluate((paper) => Math.round(paper.getBoundingClientRect().top)),
          );
        }
        expect(tops.size, "the paper is moved on the way").toBeGreaterThan(1);
      });
    },
  );

  it("gives the paper its room on a phone, and comes back where a field is missing", async () => {
    const created = await sendForm();
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, created.signers[0]?.url ?? "");
      const share = async (): Promise<number> => ((await guideOf(at).boundingBox())?.height ?? 0) / 844;
      expect(await share(), "of the screen's height, which has one row of buttons").toBeLessThan(0.1);
      expect(await button(at, "documents.signUnauthorized").isVisible()).toBe(false);
      expect(await fieldOfGuide(at, "Postcode").isVisible()).toBe(false);
      await fillIn(at);
      await fieldOfGuide(at, "Postcode").waitFor();
      expect(await share()).toBeLessThan(0.3);
      await button(at, "viewer.hideFields").click();
      expect(await share()).toBeLessThan(0.1);
    });
  });

  it("turns to the page of the field that is written in below", async () => {
    const pdf = manyPagesPdf(9, { field: "signer.Ort" });
    const created = await send(walk.product.demo, pdf, [person("s_signature", { reference: "signer" })]);
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at: At = { page };
      await openDocument(at, created.signers[0]?.url ?? "");
      const onPaper = page.getByLabel(say(at, "viewer.onPage", { label: "Ort", n: 2 }), { exact: true });
      await button(at, "viewer.showFields").click();
      await fieldOfGuide(at, "Ort").fill("Hamburg");
      await expect.poll(() => onPaper.inputValue()).toBe("Hamburg");
      await expect
        .poll(() => onPaper.evaluate((field) => field.getBoundingClientRect().top < window.innerHeight / 2))
        .toBe(true);
    });
  });
});

describe("a document without fields on a phone", () => {
  it.each(["without a box", "with a box for the signature"])("leaves the paper its room: %s", async (box) => {
    const placed = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1 };
    const rect: [number, number, number, number] = [72, 400, 240, 80];
    const hasBox = box === "with a box for the signature";
    const signer = person("s_signature", hasBox ? { fields: [{ ...placed, rect }] } : {});
    const created = await send(walk.product.demo, onePagePdf(), [signer], { mark: "none" });
    await walk.withPerson({ viewport: "phone", language: "de-DE" }, async ({ page }) => {
      const at: At = { page, language: "de" };
      await openDocument(at, created.signers[0]?.url ?? "");
      await guideOf(at).getByText(say(at, "viewer.nothing")).waitFor();
      const { height = 844 } = (await guideOf(at).boundingBox()) ?? {};
      expect(height / 844, "of the screen's height").toBeLessThan(hasBox ? 0.13 : 0.06);
    });
  });
});
