/** What nobody was shown is not confirmed: a value another session stored, a document that never came, and a later revision of one that did. */
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { textOf } from "../../fixtures/judge-pdf.ts";
import { confirmFiles, filesOf, logIn as logInApart, signThrough } from "../../fixtures/signer-client.ts";
import { askForCode, button, confirmDetails, documentShown, logIn, say, signWith } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { download, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

/** Another session of the same link stores a value, after the document was confirmed where `confirms`. */
async function changeApart(link: string, values: readonly string[], confirms: boolean): Promise<void> {
  const another = await logInApart(link);
  const [file] = await filesOf(another);
  const annotation_id = file?.xfdf_annotations[0]?.annotation_id;
  for (const [n, value] of values.entries()) {
    const stored = { id: file?.id, xfdf_annotations: [{ annotation_id, value }] };
    const body = confirms && n === 0 ? { ...stored, completed: true } : stored;
    expect((await another.call("PUT", "files/updateXFDF/", { files: [body] })).status).toBe(200);
  }
}

/** How many of its documents are confirmed. */
const confirmations = (workflowId: string) =>
  walk.product.query("select 1 from file_signer where workflow_id = $1 and confirmed_at is not null", [workflowId]);

describe("a value that no page of this tab has shown", { timeout: 90_000 }, () => {
  it.each([
    ["changed since it was confirmed", true, "entry.changedSince"],
    ["never confirmed", false, "entry.unseen"],
  ] as const)("is not confirmed by asking for the code: %s [S-109] [T-012]", async (_, confirms, words) => {
    const signer = person("a_seal", { reference: "alice" });
    const created = await send(walk.product.demo, onePagePdf({ field: "alice.Ort" }), [signer], { quick_login: true });
    const link = created.signers[0]?.url ?? "";
    await changeApart(link, ["EUR 100", "EUR 999999"], confirms);
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.goto(link);
      await page.waitForURL(/\/authenticate$/);
      await page.getByText(say(at, words, { name: "Mietvertrag.pdf" })).waitFor();
      await page.getByText(say(at, "quick.needsDocuments")).waitFor();
      expect(await button(at, "authenticate.send").getAttribute("aria-disabled")).toBe("true");
      expect(await confirmations(created.workflow_id)).toBe(0);
      await page.getByRole("link", { name: say(at, "quick.read") }).click();
      await documentShown(at);
      expect(await page.locator(".paper").getByLabel(/Ort/).inputValue()).toBe("EUR 999999");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await signWith(at, code, "seal.now");
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("EUR 999999");
  });
});

describe("a single document", () => {
  it("whose value its signer changes after going on says so, and is confirmed by going on [S-109]", async () => {
    const created = await send(walk.product.demo, onePagePdf({ field: "alice.Ort" }), [
      person("s_signature", { reference: "alice" }),
    ]);
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await documentShown(at);
      const place = page.locator(".paper").getByLabel(/Ort/);
      await place.fill("Bremen");
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      await button(at, "frame.back").click();
      await documentShown(at);
      expect(await page.getByText(say(at, "entry.changedSinceShown")).count()).toBe(0);
      await place.fill("Hamburg");
      await page.getByText(say(at, "entry.changedSinceShown")).waitFor();
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("Hamburg");
  });
});

describe("a value that comes while its page is open", { timeout: 90_000 }, () => {
  it("is not confirmed by who sees another one there: it is shown first [S-109] [T-012]", async () => {
    const signer = person("s_signature", { reference: "alice" });
    const created = await send(walk.product.demo, onePagePdf({ field: "alice.Ort" }), [signer]);
    const link = created.signers[0]?.url ?? "";
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, link);
      await confirmDetails(at);
      await documentShown(at);
      await changeApart(link, ["EUR 999999"], false);
      await wayOn(page).click();
      await page.getByText(say(at, "Responses.WORKFLOW_CHANGED")).waitFor();
      expect(await page.locator(".paper").getByLabel(/Ort/).inputValue()).toBe("EUR 999999");
      expect(await confirmations(created.workflow_id)).toBe(0);
      await wayOn(page).click();
      await button(at, "sign.now").waitFor();
      expect(await confirmations(created.workflow_id)).toBe(1);
    });
  });
});

const wayOn = (page: Page) => button({ page }, "documents.signUnauthorized");

describe("a document that does not come", { timeout: 90_000 }, () => {
  it.each([
    ["drawn", 8],
    ["as pictures", 1],
  ] as const)("is confirmed once it was downloaded, and not before: %s [S-091]", async (_, memory) => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await walk.withPerson({}, async ({ page, context }) => {
      const at = { page };
      await context.addInitScript((told) => {
        Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => told });
      }, memory);
      let away = true;
      await page.route(/\/getFile\//, (route) => (away ? route.abort() : route.continue()));
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      const why = page.locator("#viewer-why");
      await why.waitFor();
      expect(await wayOn(page).getAttribute("aria-disabled")).toBe("true");
      const save = page.locator(".late").getByRole("button", { name: say(at, "documents.download"), exact: true });
      await save.waitFor({ timeout: 30_000 });
      expect(await wayOn(page).getAttribute("aria-disabled")).toBe("true");
      away = false;
      await save.click();
      await page.getByText(say(at, "viewer.downloaded")).waitFor();
      await wayOn(page).click();
      await button(at, "sign.now").waitFor();
    });
  });
});

describe("a document that was opened and left before it came", { timeout: 90_000 }, () => {
  it("has shown nothing: the way on leads back to it [S-109] [T-012]", async () => {
    const signer = person("s_signature", { reference: "alice" });
    const documents = [onePagePdf({ field: "alice.Ort" }), onePagePdf()].map((pdf, at) => ({
      name: ["Mietvertrag.pdf", "Hausordnung.pdf"][at] ?? "",
      content: Buffer.from(pdf).toString("base64"),
    }));
    const created = await send(walk.product.demo, onePagePdf(), [signer], { documents });
    const link = created.signers[0]?.url ?? "";
    const another = await logInApart(link);
    await confirmFiles(another, { Ort: "EUR 999999" });
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      const release = await holdBack(page);
      const unseen = page.getByText(say(at, "documents.lookAgainAt", { name: "Mietvertrag.pdf" }));
      await logIn(at, link);
      await confirmDetails(at);
      await unseen.waitFor();
      await wayOn(page).press("Enter");
      await page.getByText(say(at, "viewer.stillLoading")).waitFor();
      await button(at, "frame.back").click();
      await unseen.waitFor();
      await wayOn(page).press("Enter");
      await page.getByText(say(at, "viewer.stillLoading")).waitFor();
      release();
      await documentShown(at);
      await page.getByText(say(at, "viewer.stillLoading")).waitFor({ state: "hidden" });
      await button(at, "frame.back").click();
      await wayOn(page).click();
      await button(at, "sign.now").waitFor();
    });
  });
});

/** The links of two people who sign the same document, one after the other or at once. */
async function sentToTwo(): Promise<string[]> {
  const people = [person("s_signature"), person("s_signature")];
  return (await send(walk.product.demo, onePagePdf(), people)).signers.map(({ url }) => url);
}

describe("a document that another signer signs while it is open", { timeout: 90_000 }, () => {
  it("is confirmed once its new revision was drawn, and not before [S-109] [T-012]", async () => {
    const [link = "", other = ""] = await sentToTwo();
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, link);
      await confirmDetails(at);
      await documentShown(at);
      await expectOpen(page, true);
      const release = await holdBack(page);
      await signThrough(walk.product.demo, other, "s_signature");
      await lookAgain(page);
      await page.getByText(say(at, "viewer.stillLoading")).waitFor();
      await expectOpen(page, false);
      release();
      await expectOpen(page, true);
      await documentShown(at);
    });
  });

  it("is downloaded once more where it cannot be shown here [S-109] [T-012]", async () => {
    const [link = "", other = ""] = await sentToTwo();
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.route(/\/getFile\//, (route) => (isPart(route) ? route.abort() : route.continue()));
      await logIn(at, link);
      await confirmDetails(at);
      const save = page.locator(".late").getByRole("button", { name: say(at, "documents.download"), exact: true });
      await save.click({ timeout: 30_000 });
      await expectOpen(page, true);
      await signThrough(walk.product.demo, other, "s_signature");
      await lookAgain(page);
      await expectOpen(page, false);
      await save.click({ timeout: 30_000 });
      await expectOpen(page, true);
    });
  });
});

const expectOpen = (page: Page, isOpen: boolean) =>
  expect.poll(() => wayOn(page).getAttribute("aria-disabled")).toBe(isOpen ? null : "true");

/** Whether it asks for part of a document, to show it here. */
const isPart = (route: Route): boolean =>
  route.request().headers().range !== undefined || !/getFile\/\w+$/.test(new URL(route.request().url()).pathname);

/** From now on no bytes of documents come until the answer is called. */
async function holdBack(page: Page): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/getFile\//, async (route) => {
    await released.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Comes back to the tab until the list of files is read again. */
async function lookAgain(page: Page): Promise<void> {
  let isRead = false;
  void page.waitForResponse(/\/getWorkflowFiles/).then(() => {
    isRead = true;
  });
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
      return isRead;
    })
    .toBe(true);
}
