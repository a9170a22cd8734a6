/** People type what does not fit, press twice, go back, open a link twice and lose their network: nothing typed is lost, and nobody signs twice. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { judge, textOf } from "../../fixtures/judge-pdf.ts";
import { type At, button, confirmDetails, documentShown, entryButton, openDocument, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const document = "Mietvertrag.pdf";
const at = (y: number): [number, number, number, number] => [72, y, 240, 22];

/** A link of somebody with a name, a city and a postcode to fill in. */
async function invited(): Promise<{ url: string; signer: string; created: Awaited<ReturnType<typeof send>> }> {
  const fields = [
    { document, kind: "text" as const, page: 1, rect: at(120), name: "Name", required: true },
    { document, kind: "text" as const, page: 1, rect: at(160), name: "Ort" },
    { document, kind: "text" as const, page: 1, rect: at(200), name: "PLZ", chars_max: 5 },
  ];
  const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { fields })]);
  const [signer] = created.signers;
  return { url: signer?.url ?? "", signer: signer?.signer_id ?? "", created };
}

const field = (here: At, label: string): Locator =>
  here.page.getByRole("textbox", { name: say(here, "viewer.onPage", { label, n: 1 }) });
const saved = (here: At): Promise<void> =>
  here.page
    .locator(".save-word")
    .getByText(here.language === "de" ? /^Gespeichert \d\d:\d\d MES?Z$/ : /^Saved \d\d:\d\d CES?T$/)
    .waitFor();
const onward = (here: At): Locator => button(here, "documents.signUnauthorized");
const stored = (signer: string, value: string): Promise<number> =>
  walk.product.query("select 1 from field_value where signer_id = $1 and value = $2", [signer, value]);
const untilStored = (signer: string, value: string): Promise<void> =>
  expect.poll(() => stored(signer, value), { timeout: 10_000 }).toBe(1);

describe("what does not fit", () => {
  it("keeps nothing else back: a character that cannot be written is marked, the rest is saved, and the way on leads there", async () => {
    const { url, signer } = await invited();
    await withPerson({ language: "de-DE" }, async ({ page }) => {
      const here: At = { page, language: "de" };
      await openDocument(here, url);
      await field(here, "Name").fill("Käthe 🖋");
      await field(here, "Ort").fill("Kiel");
      await untilStored(signer, "Kiel");
      await expect.poll(() => field(here, "Name").getAttribute("aria-invalid"), { timeout: 8_000 }).toBe("true");
      expect(await field(here, "Ort").getAttribute("aria-invalid")).toBeNull();
      expect(await page.locator(".toast").count()).toBe(0);
      await page.reload();
      await documentShown(here);
      expect(await field(here, "Name").inputValue()).toBe("Käthe 🖋");
      await field(here, "Ort").focus();
      expect(await onward(here).getAttribute("aria-disabled")).toBe("true");
      // A person presses it all the same; a test waits for what is not disabled, unless it is told not to.
      await onward(here).click({ force: true });
      await page.getByText(say(here, "Responses.FIELD_CHARACTERS_UNKNOWN", { what: "🖋" })).waitFor();
      await page.getByLabel("Name", { exact: true }).fill("Käthe");
      await saved(here);
      await onward(here).click();
      await button(here, "sign.now").waitFor();
    });
  });

  it("is not cut: what is too long is said to be, and stays", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      await field(here, "Name").fill("Käthe");
      await field(here, "PLZ").focus();
      await page.keyboard.insertText("10115 Berlin");
      expect(await field(here, "PLZ").inputValue()).toBe("10115 Berlin");
      await page.getByText(say(here, "entry.too-long", { n: 5 })).waitFor();
      expect(await onward(here).getAttribute("aria-disabled")).toBe("true");
      await page.getByText(say(here, "viewer.wrong", { label: "PLZ" })).waitFor();
      await field(here, "PLZ").fill("10115");
      await onward(here).click();
      await button(here, "sign.now").waitFor();
    });
  });
});

describe("haste", () => {
  it("signs once, however often it is pressed, and going back leads to what is signed", async () => {
    const { url, signer, created } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      await field(here, "Name").fill("Käthe");
      await onward(here).dblclick();
      await button(here, "sign.now").waitFor();
      await button(here, "sign.now").dblclick();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await page.goBack();
      await page.getByRole("heading", { name: say(here, "summary.finishedAlone") }).waitFor();
      expect(await button(here, "sign.now").count()).toBe(0);
    });
    expect(await walk.product.query("select 1 from signing_act where signer_id = $1", [signer])).toBe(1);
    const file = await download(walk.product.demo, created);
    expect(judge(file)).toMatchObject({ qpdf: 0, signatures: ["Signature is Valid.", expect.anything()] });
    expect(textOf(file)).toContain("Käthe");
  });

  it("loses nothing to the browser's back button in mid-word, and forward goes on there", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      await field(here, "Name").fill("Käthe Größe");
      await page.goBack();
      await button(here, "credentials.confirm").waitFor();
      await untilStored(signer, "Käthe Größe");
      await page.goForward();
      await documentShown(here);
      expect(await field(here, "Name").inputValue()).toBe("Käthe Größe");
    });
  });

  it("shows what is still on its way to whoever leaves and is back before it has arrived", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      const arrives = Promise.withResolvers<void>();
      await page.route("**/api/files/updateXFDF/", async (route) => {
        await arrives.promise;
        await route.continue();
      });
      await field(here, "Name").fill("Käthe");
      await page.goBack();
      await button(here, "credentials.confirm").waitFor();
      await page.goForward();
      await documentShown(here);
      expect(await field(here, "Name").inputValue()).toBe("Käthe");
      arrives.resolve();
      await untilStored(signer, "Käthe");
      await field(here, "Ort").fill("Kiel");
      await untilStored(signer, "Kiel");
      expect(await field(here, "Name").inputValue()).toBe("Käthe");
      await onward(here).click();
      await button(here, "sign.now").waitFor();
    });
  });
});

describe("the same link in two tabs", () => {
  it("shows both entries to the tab that comes second, and lets them choose", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page, context }) => {
      const [first, second]: [At, At] = [{ page }, { page: await context.newPage() }];
      for (const tab of [first, second]) await openDocument(tab, url);
      await page.bringToFront();
      await field(first, "Name").fill("Käthe");
      await saved(first);
      await second.page.bringToFront();
      await field(second, "Name").fill("Kathi");
      await field(second, "Ort").fill("Kiel");
      await field(second, "Name").focus();
      await second.page.getByText(say(second, "entry.changed", { mine: "Kathi", theirs: "Käthe" })).waitFor();
      expect([await stored(signer, "Käthe"), await stored(signer, "Kiel")]).toEqual([1, 1]);
      expect(await onward(second).getAttribute("aria-disabled")).toBe("true");
      await button(second, "entry.keepMine").click();
      await untilStored(signer, "Kathi");
      await onward(second).click();
      await button(second, "sign.now").waitFor();
      // The first one learns of it as well, and takes what the other has stored.
      await page.bringToFront();
      await field(first, "Name").fill("Käthe G.");
      await button(first, "entry.takeTheirs").click();
      expect(await field(first, "Name").inputValue()).toBe("Kathi");
      expect(await stored(signer, "Kathi")).toBe(1);
    });
  });
});

describe("a network that goes, and a service that asks for patience", () => {
  it("is said to be away, and everything is saved when it is back", async () => {
    const { url, signer } = await invited();
    // Whatever the device's zone: times are the organisation's.
    await withPerson({ timezone: "Asia/Tokyo" }, async ({ page, context }) => {
      const here: At = { page };
      await openDocument(here, url);
      await context.setOffline(true);
      await field(here, "Name").fill("Käthe");
      await page.getByText(say(here, "viewer.offlineLead")).waitFor();
      await page.getByText(say(here, "viewer.offline"), { exact: true }).waitFor();
      await field(here, "Ort").fill("Kiel");
      await context.setOffline(false);
      await untilStored(signer, "Kiel");
      expect(await stored(signer, "Käthe")).toBe(1);
      await saved(here);
    });
  });

  it("is waited for as long as it says", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      let asked = 0;
      await page.route("**/api/files/updateXFDF/", async (route) => {
        asked += 1;
        if (asked > 1) return await route.continue();
        const body = JSON.stringify({ success: false, code: "TOO_MANY_REQUESTS", data: [] });
        await route.fulfill({ status: 429, headers: { "retry-after": "2" }, contentType: "application/json", body });
      });
      await field(here, "Name").fill("Käthe");
      await page.getByText(say(here, "entry.waiting")).waitFor();
      expect(await page.locator(".toast").count()).toBe(0);
      await field(here, "Ort").fill("Kiel");
      await untilStored(signer, "Kiel");
      expect([asked, await stored(signer, "Käthe")]).toEqual([2, 1]);
    });
  });
});

describe("a session that ends in mid-word", () => {
  /** The next thing that is sent finds it ended. */
  async function end(signer: string): Promise<void> {
    const past = "update signer_session set last_seen_at = last_seen_at - interval '1 day' where signer_id = $1";
    expect(await walk.product.query(past, [signer])).toBe(1);
  }

  async function backIn(page: Page): Promise<void> {
    const here: At = { page };
    await page.getByRole("heading", { name: say(here, "session.over") }).waitFor();
    await page.getByRole("link", { name: say(here, "session.again") }).click();
    await entryButton(here).click();
    await confirmDetails(here);
    await documentShown(here);
  }

  it("is said to be over, and after the next login what was typed is there and saved", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      await end(signer);
      await field(here, "Name").fill("Käthe");
      await backIn(page);
      expect(await field(here, "Name").inputValue()).toBe("Käthe");
      await untilStored(signer, "Käthe");
    });
  });

  it("overwrites nothing that was stored on another device meanwhile", async () => {
    const { url, signer } = await invited();
    await withPerson({}, async ({ page }) => {
      const here: At = { page };
      await openDocument(here, url);
      await end(signer);
      await field(here, "Name").fill("vom Laptop");
      await page.getByRole("heading", { name: say(here, "session.over") }).waitFor();
      await withPerson({}, async ({ page: phone }) => {
        await openDocument({ page: phone }, url);
        await field({ page: phone }, "Name").fill("vom Telefon");
        await saved({ page: phone });
      });
      await backIn(page);
      await page.getByText(say(here, "entry.changed", { mine: "vom Laptop", theirs: "vom Telefon" })).waitFor();
      expect([await field(here, "Name").inputValue(), await stored(signer, "vom Telefon")]).toEqual(["vom Laptop", 1]);
      await button(here, "entry.takeTheirs").click();
      expect(await field(here, "Name").inputValue()).toBe("vom Telefon");
      await onward(here).click();
      await button(here, "sign.now").waitFor();
    });
  });
});

describe("a link that is not whole", () => {
  it("is said to be so, and leaves nothing behind", async () => {
    const { url } = await invited();
    await withPerson({ language: "de-DE" }, async ({ page }) => {
      const here: At = { page, language: "de" };
      for (const wrong of [url.slice(0, -3), `${url.slice(0, -3)}000`]) {
        await page.goto(wrong);
        await page.getByRole("heading", { name: say(here, "notFound.title") }).waitFor();
        await page.getByText(say(here, "notFound.help")).waitFor();
      }
    });
  });
});
