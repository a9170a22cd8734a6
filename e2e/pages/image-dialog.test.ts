/** Making an image of a signature where something goes wrong: a turned phone, a font, a file, a line that is slow or gone. */
import { imageEn } from "@siegel/web/i18n/image-en.ts";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { wavePng } from "../../fixtures/signature-picture.ts";
import { logIn as logInApart } from "../../fixtures/signer-client.ts";
import { viewports } from "../browser.ts";
import { button, confirmDetails, documentShown, logIn, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
/** The organisation that the demo has verified. */
const demoOrganisationName = "Hafenwerk Wohnungsgenossenschaft eG";

/** Left and right end of what is drawn on the pad, each as a share of its width, and whether it is drawn for the pad's size. */
const inkOnPad = (page: Page) =>
  page.getByRole("img", { name: imageEn["image.pad"] }).evaluate((element) => {
    const pad = element as HTMLCanvasElement;
    const { data, width } = pad.getContext("2d")?.getImageData(0, 0, pad.width, pad.height) ?? { data: [], width: 1 };
    const columns = Array.from({ length: width }, (_, x) => x).filter((x) => {
      for (let at = x * 4 + 3; at < data.length; at += width * 4) if ((data[at] ?? 0) > 64) return true;
      return false;
    });
    const fits = pad.width === Math.round(pad.clientWidth * window.devicePixelRatio);
    return { left: (columns[0] ?? 0) / width, right: (columns.at(-1) ?? 0) / width, fits };
  });

async function drawLine(page: Page, from: number, to: number): Promise<void> {
  const pad = await page.getByRole("img", { name: imageEn["image.pad"] }).boundingBox();
  if (pad === null) throw new Error("no pad");
  const at = (share: number) => [pad.x + pad.width * share, pad.y + pad.height / 2] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 12 });
  await page.mouse.up();
}

describe("the image of a signature, where something goes wrong", { timeout: 90_000 }, () => {
  it("keeps what was drawn when the phone is turned or another way looked at, a name without its font, and one thing at a time", async () => {
    const field = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1 };
    const rect: [number, number, number, number] = [72, 400, 240, 80];
    const created = await send(walk.product.demo, onePagePdf(), [
      person("s_signature", { fields: [{ ...field, rect }] }),
    ]);
    const link = created.signers[0]?.url ?? "";
    await (await logInApart(link)).call("PUT", "files/signatureImage", { image: wavePng() });
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.route(/caveat[^/]*\.woff/, (route) => route.abort());
      const changes: string[] = [];
      const held = Promise.withResolvers<void>();
      await page.route("**/api/files/signatureImage", async (route) => {
        if (route.request().method() !== "GET") {
          changes.push(route.request().method());
          await held.promise;
        }
        await route.continue();
      });
      await logIn(at, link);
      await confirmDetails(at);
      await documentShown(at);
      await button(at, "viewer.signatureImageChange").click();
      const dialog = page.getByRole("dialog");
      const preview = dialog.getByRole("img", { name: imageEn["image.previewOf"] });
      const choose = (name: string) => dialog.getByRole("radio", { name, exact: true }).check();

      const padAt = async () => (await dialog.getByRole("img", { name: imageEn["image.pad"] }).boundingBox())?.y;
      await dialog.evaluate((it) => Promise.all(it.getAnimations({ subtree: true }).map(({ finished }) => finished)));
      const before = await padAt();
      await drawLine(page, 0.1, 0.9);
      await preview.waitFor();
      expect(await padAt(), "nothing moves under the hand that draws").toBe(before);
      await page.setViewportSize(viewports.phone);
      await expect.poll(() => inkOnPad(page)).toMatchObject({ fits: true });
      await drawLine(page, 0.4, 0.6);
      const { left, right } = await inkOnPad(page);
      expect(left).toBeCloseTo(0.1, 1);
      expect(right).toBeCloseTo(0.9, 1);

      await choose(imageEn["image.photo"]);
      const input = dialog.locator('input[type="file"]').first();
      await input.setInputFiles({ name: "letter.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
      await dialog.getByText(imageEn["image.unreadable"]).waitFor();
      expect(await input.inputValue(), "the same file can be picked again").toBe("");

      await choose(imageEn["image.draw"]);
      await preview.waitFor();
      await choose(imageEn["image.type"]);
      await preview.waitFor();
      await dialog.getByRole("button", { name: imageEn["image.use"], exact: true }).click();
      await dialog.getByRole("button", { name: imageEn["image.remove"] }).press("Enter");
      held.resolve();
      await dialog.waitFor({ state: "detached" });
      expect(changes).toEqual(["PUT"]);
    });
  });

  it("says why it cannot be used yet right under the button, wherever that stands", async () => {
    const signer = person("s_signature", {
      fields: [{ document: "Mietvertrag.pdf", kind: "signature", page: 1, rect: [72, 400, 240, 80] }],
    });
    const link = (await send(walk.product.demo, onePagePdf(), [signer])).signers[0]?.url ?? "";
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, link);
      await confirmDetails(at);
      await documentShown(at);
      await button(at, "viewer.signatureImage").click();
      const dialog = page.getByRole("dialog");
      const why = dialog.getByText(imageEn["image.empty"], { exact: true });
      await why.waitFor();
      /** Left and right end, of its words where it has some alone. */
      const ends = async (of: Locator) =>
        await of.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const words = range.getBoundingClientRect();
          const { left, right } = element.matches("button") ? element.getBoundingClientRect() : words;
          return { left, right, middle: (left + right) / 2 };
        });
      const use = dialog.getByRole("button", { name: imageEn["image.use"], exact: true });
      expect((await ends(why)).right).toBeCloseTo((await ends(use)).right, 0);
      await page.setViewportSize(viewports.phone);
      const { middle } = await ends(dialog.locator(".actions"));
      expect((await ends(why)).middle).toBeCloseTo(middle, 0);
    });
  });

  it("stands beside the name of the organisation where it is put into a seal, on the page and in the dialog", async () => {
    const field = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1 };
    const rect: [number, number, number, number] = [72, 400, 240, 80];
    const signer = person("a_seal", { organisation: "Werk am Hafen", fields: [{ ...field, rect }] });
    const link = (await send(walk.product.demo, onePagePdf(), [signer])).signers[0]?.url ?? "";
    await (await logInApart(link)).call("PUT", "files/signatureImage", { image: wavePng() });
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, link);
      await confirmDetails(at);
      await documentShown(at);
      await page.locator("button.pf.sig").getByText(demoOrganisationName).waitFor();
      await button(at, "viewer.sealImageChange").click();
      const preview = page.getByRole("dialog").locator(".sig-shown");
      // Broken over lines as the file breaks it.
      const words = async () => (await preview.innerText()).replace(/\s+/g, " ");
      await expect.poll(words).toContain(demoOrganisationName);
      expect(await words()).not.toContain(signer.first_name);
      const dialog = page.getByRole("dialog", { name: imageEn["image.titleSeal"] });
      for (const way of ["draw", "type", "phone", "photoSeal"] as const) {
        await dialog.getByRole("radio", { name: imageEn[`image.${way}`], exact: true }).check();
        expect([way, /signature|sign here|your name/i.exec(await dialog.innerText())]).toEqual([way, null]);
        if (way === "type")
          expect(await dialog.getByLabel(imageEn["image.nameSeal"], { exact: true }).inputValue()).toBe(
            demoOrganisationName,
          );
      }
      await page.goto(`${walk.product.demo.baseUrl}/handover#${"a".repeat(43)}~seal`);
      await page.waitForFunction((title) => document.title.startsWith(title), imageEn["image.phoneTitleSeal"]);
    });
  });

  it("is not asked of a phone by the phone itself, where nothing could read the code", async () => {
    const field = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1 };
    const rect: [number, number, number, number] = [72, 400, 240, 80];
    const created = await send(walk.product.demo, onePagePdf(), [
      person("s_signature", { fields: [{ ...field, rect }] }),
    ]);
    await walk.withPerson({ viewport: "phone" }, async ({ page, context }) => {
      const at = { page };
      const session = await context.newCDPSession(page);
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await documentShown(at);
      const ways = async (): Promise<number> => {
        await button(at, "viewer.signatureImage").click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("radio", { name: imageEn["image.draw"], exact: true }).waitFor();
        const count = await dialog.getByRole("radio").count();
        await dialog.getByRole("button", { name: imageEn["image.cancel"] }).click();
        return count;
      };
      expect(await ways(), "a narrow window of a computer").toBe(4);
      await session.send("Emulation.setTouchEmulationEnabled", { enabled: true });
      expect(await ways()).toBe(3);
    });
  });

  it("is not sent for another code by a phone that only has no network", async () => {
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const at = { page };
      let away = true;
      await page.route("**/api/handover/look", (route) => (away ? route.abort() : route.continue()));
      await page.goto(`${walk.product.demo.baseUrl}/handover#${"a".repeat(43)}`);
      await page.getByRole("alert").getByText(say(at, "away.offline")).waitFor();
      away = false;
      await button(at, "frame.tryAgain").click();
      await page.getByRole("heading", { name: imageEn["image.overTitle"] }).waitFor();
    });
  });
});
