/** An administrator gives the organisation another look, and keeps its data and addresses, in the browser. */
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import { describe, expect, it } from "vitest";
import { administrationDe as de } from "../../packages/web/i18n/administration-de.ts";
import { administrationEn as en } from "../../packages/web/i18n/administration-en.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";
import { speakGerman } from "./colleague.ts";

// A product of its own: the look of the shared one is looked at elsewhere.
const walk = startWalk({});

async function open(page: Page, section: "look" | "organisation", words: typeof de | typeof en = de): Promise<void> {
  const { admin, baseUrl } = walk.product.demo;
  if (admin === null) throw new Error("the demo has no administrator");
  await page.goto(`${baseUrl}/admin/${section}`);
  await page.getByLabel(words["adminLogin.email"]).fill(admin.email);
  await page.getByLabel(words["adminLogin.password"], { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: words["adminLogin.submit"], exact: true }).click();
  await page.waitForURL(new RegExp(`/admin/${section}$`));
  await page.getByRole("heading", { name: words[`section.${section}`], level: 1 }).waitFor();
}

function logo(): Buffer {
  const picture = new PNG({ width: 160, height: 60 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([200, 40, 60, 255], at);
  return PNG.sync.write(picture);
}

const shown = async (page: Page): Promise<string> =>
  await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue("--color-brand-fill").trim().toUpperCase(),
  );

describe("the look of an organisation", () => {
  it("[A-098] [A-099] [A-100] [A-101] [A-102] is previewed, saved after a change, and reset", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      await open(page, "look");
      const save = page.getByRole("button", { name: de["look.save"] });
      await page.getByText(de["look.nothingChanged"]).waitFor();
      expect(await save.getAttribute("aria-disabled")).toBe("true");
      const file = page.getByLabel(de["look.logo"], { exact: true });
      await file.setInputFiles({ name: "groß.png", mimeType: "image/png", buffer: Buffer.alloc(148 * 1024) });
      await page.getByText("„groß.png“ hat 148 KB, erlaubt sind 20 KB.").waitFor();
      await file.setInputFiles({ name: "marke.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
      await page.getByText("„marke.svg“ ist weder PNG noch JPEG.").waitFor();
      expect(await save.getAttribute("aria-disabled")).toBe("true");
      await file.setInputFiles({ name: "marke.png", mimeType: "image/png", buffer: logo() });
      await page.getByLabel(de["look.style"]).fill("ffd400");
      const before = await shown(page);
      const preview = page.locator(".mini").first();
      expect(await preview.evaluate((mini) => getComputedStyle(mini).getPropertyValue("--color-brand-fill"))).toBe(
        "#FFD400",
      );
      // The page itself keeps its colour until it is saved.
      expect(await shown(page)).toBe(before);
      await page.getByText(de["look.staysOnButtons"]).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await save.click();
      await page.getByText(de["Responses.EDIT_UI_SUCCESS"]).waitFor();
      await expect.poll(() => shown(page)).toBe("#FFD400");
      await page.getByRole("button", { name: de["look.testMail"] }).click();
      await page.getByText(de["Responses.TEST_MAIL_SUCCESS"]).waitFor();
      await page.getByRole("button", { name: de["look.reset"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: de["look.resetNow"] }).click();
      await page.getByText(de["Responses.RESET_UI_SUCCESS"]).waitFor();
      await expect.poll(() => shown(page)).toBe("#1E6569");
      await page.getByText(de["look.noLogo"]).waitFor();
    });
  });
});

describe("the data of an organisation", () => {
  it("[A-122] [A-132] [A-138] are kept with addresses; two people who change the same see both values", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page, context }) => {
      await open(page, "organisation");
      await staysUntilDecided(page);
      const second = await context.newPage();
      await second.goto(page.url());
      const taxNumber = (at: Page) => at.getByLabel(de["organisation.sales_tax_number"]);
      await taxNumber(second).fill("27/148/20511");
      await second.getByRole("button", { name: de["organisation.save"] }).click();
      await second.getByText(de["organisation.nothingChanged"]).waitFor();
      await second.close();
      await page.getByLabel(de["organisation.organization_name"]).fill("");
      await taxNumber(page).fill("27/148/20519");
      await page.getByRole("button", { name: de["organisation.save"] }).click();
      await page.getByRole("alert").waitFor();
      await page.getByLabel(de["organisation.organization_name"]).fill("Hafenwerk Wohnen eG");
      await page.getByRole("button", { name: de["organisation.save"] }).click();
      const both = page.getByText(de["clash.both"]);
      await both.waitFor();
      await page.getByText("27/148/20511").waitFor();
      await page.getByText("27/148/20519").waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: de["clash.keepMine"] }).click();
      await page.getByRole("button", { name: de["organisation.save"] }).click();
      await page.getByRole("banner").getByText("Hafenwerk Wohnen eG").waitFor({ state: "attached" });
      expect(await taxNumber(page).inputValue()).toBe("27/148/20519");
      await addAddress(page);
      await page.getByText("Am Sandtorkai 30, 20457 Hamburg, Deutschland").waitFor();
      const remove = page.getByRole("button", { name: "Löschen: Am Sandtorkai" });
      expect(await remove.getAttribute("aria-disabled")).toBe("true");
      await page.getByText(de["Responses.BillingAddressDeleteError"]).waitFor();
    });
  });

  it("can be read on a phone, in English and in the dark", async () => {
    await walk.withPerson({ language: "en-GB", viewport: "phone" }, async ({ page }) => {
      await page.emulateMedia({ colorScheme: "dark" });
      for (const section of ["organisation", "look"] as const) {
        if (section === "organisation") {
          await open(page, section, en);
          // The account's language was German.
          await page.getByRole("button", { name: "English" }).click();
        } else await page.getByRole("link", { name: en["section.look"] }).click();
        await page.getByRole("heading", { name: en[`section.${section}`], level: 1 }).waitFor();
        await page.getByRole("button", { name: en["look.save"] }).waitFor();
        expect(await violationsOf(page)).toEqual([]);
      }
      // The switch is kept for the person, and this one is everybody's.
      await speakGerman(page);
    });
  });
});

/** What is typed is lost to nobody who only looks at another section: they are asked. */
async function staysUntilDecided(page: Page): Promise<void> {
  const message = page.getByLabel(de["organisation.message"]);
  const toLook = () => page.getByRole("link", { name: de["section.look"] }).click();
  const dialog = page.getByRole("dialog", { name: de["unsaved.title"] });
  await message.fill("Bitte bis Freitag.");
  await toLook();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: de["unsaved.stay"] }).click();
  expect(await message.inputValue()).toBe("Bitte bis Freitag.");
  await toLook();
  await dialog.getByRole("button", { name: de["unsaved.discard"] }).click();
  await page.getByRole("heading", { name: de["section.look"], level: 1 }).waitFor();
  await page.getByRole("link", { name: de["section.organisation"] }).click();
  expect(await message.inputValue()).toBe("");
}

async function addAddress(page: Page): Promise<void> {
  await page.getByRole("button", { name: de["address.add"] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: de["address.addNow"] }).click();
  expect(await dialog.getByRole("alert").count()).toBe(6);
  const lines = {
    "address.street_name": "Am Sandtorkai",
    "address.street_number": "30",
    "address.zip_code": "20457",
    "address.city": "Hamburg",
    "address.country": "Deutschland",
    "address.contact_person": "Anneke Petersen",
  } as const;
  for (const [name, value] of Object.entries(lines))
    await dialog.getByLabel(de[name as keyof typeof lines]).fill(value);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: de["address.addNow"] }).click();
}
