/** What a page does when a call fails: says so, where the person looks and for long enough, or leads away (signer-side.md §8). */
import { notification_ms } from "@siegel/contract/limits.ts";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { inboxAt } from "../../fixtures/inbox.ts";
import {
  askForCode,
  button,
  codeField,
  confirmDetails,
  documentShown,
  entryButton,
  goOnWithoutSession,
  logIn,
  openDocument,
  openRefusal,
  say,
  signWith,
  texts,
} from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;

/** A link of a signer, and the number their codes go to. */
async function invited(
  type: "s_signature" | "a_signature" = "s_signature",
  more: { password?: string } = {},
): Promise<{ url: string; phone: string }> {
  const signer = person(type);
  const created = await send(walk.product.demo, onePagePdf(), [signer], more);
  return { url: created.signers[0]?.url ?? "", phone: signer.phone ?? "" };
}

const banner = (page: Page, text: string) => page.locator(".toast").filter({ hasText: text });

/** The server says that it could not. */
const failing = (route: Route): Promise<void> => {
  const body = JSON.stringify({ success: false, code: "SERVICE_ERROR", data: [] });
  return route.fulfill({ status: 503, contentType: "application/json", body });
};

/** A banner on the page of details: the reason of a refusal could not be saved. */
async function failOnce(page: Page): Promise<ReturnType<typeof banner>> {
  const { url } = await invited();
  await logIn({ page }, url);
  const { dialog, save } = await openRefusal({ page });
  await page.route("**/api/signing/revokeWorkflow/**", failing);
  await save.click();
  const shown = banner(page, texts.en["Responses.SERVICE_ERROR"]);
  await shown.waitFor();
  await dialog.getByRole("button", { name: texts.en["refusal.cancel"] }).click();
  return shown;
}

describe("a banner", () => {
  it("goes after 10,000 ms of the page's clock, and not 200 ms earlier [S-296]", () =>
    withPerson({}, async ({ page }) => {
      await page.clock.install();
      await page.addInitScript(() => {
        const seen = window as unknown as { toastAt?: number };
        const look = () => {
          if (document.querySelector(".toast") !== null) seen.toastAt ??= Date.now();
        };
        new MutationObserver(look).observe(document, { childList: true, subtree: true });
      });
      const shown = await failOnce(page);
      await page.clock.pauseAt(new Date((await page.evaluate(() => Date.now())) + 500));
      const age = await page.evaluate(() => Date.now() - ((window as unknown as { toastAt?: number }).toastAt ?? 0));
      expect(age).toBeLessThan(9_500);
      await page.clock.runFor(9_800 - age);
      expect(await shown.count()).toBe(1);
      await page.clock.runFor(300);
      await expect.poll(() => shown.count()).toBe(0);
    }));

  it("stays while somebody points at it, has the focus in it or has paused it, and goes on from there [S-296]", () =>
    withPerson({}, async ({ page }) => {
      await page.clock.install();
      const shown = await failOnce(page);
      const pause = shown.getByRole("button", { name: texts.en["frame.pause"] });
      const minute = async () => {
        await page.clock.fastForward(60_000);
        expect(await shown.count()).toBe(1);
      };
      await shown.hover();
      await minute();
      await pause.focus();
      await page.mouse.move(5, 5);
      await minute();
      await pause.press("Enter");
      await button({ page }, "credentials.confirm").focus();
      await minute();
      await shown.getByRole("button", { name: texts.en["frame.resume"] }).press("Enter");
      await button({ page }, "credentials.confirm").focus();
      await page.clock.fastForward(notification_ms);
      await expect.poll(() => shown.count()).toBe(0);
    }));

  it("is read aloud, and can be taken away by hand [S-296]", () =>
    withPerson({}, async ({ page }) => {
      const shown = await failOnce(page);
      expect(await shown.getByRole("alert").count()).toBe(1);
      await shown.getByRole("button", { name: texts.en["frame.close"] }).click();
      expect(await shown.count()).toBe(0);
    }));

  it("shows the first message of the list where an answer has no code [S-293]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      // No call of ours answers without a code; a proxy of the house in front of us may.
      const body = JSON.stringify({ success: false, data: ["The house is closed until eight.", "Nobody is in."] });
      await page.route("**/api/files/getWorkflowFiles", (route) =>
        route.fulfill({ status: 400, contentType: "application/json", body }),
      );
      await button({ page }, "credentials.confirm").click();
      await banner(page, "The house is closed until eight.").waitFor();
      expect(await page.getByText("Nobody is in.").count()).toBe(0);
    });
  });
});

describe("a failure", () => {
  it("of the login stands beside the button, and is said once [S-297]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await page.route("**/api/auth/workflowLogin/**", (route) => route.abort());
      await logIn({ page }, url);
      const text = texts.en["Responses.SERVICE_ERROR"];
      await page.locator("form").getByRole("alert").filter({ hasText: text }).waitFor();
      expect(await banner(page, text).count()).toBe(0);
    });
  });

  it("of a refusal stands inside its dialog, which is all that can be reached [S-297]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const { dialog, box, save } = await openRefusal({ page });
      await page.route("**/api/signing/revokeWorkflow/**", failing);
      await save.click();
      await dialog.getByRole("alert").filter({ hasText: texts.en["Responses.SERVICE_ERROR"] }).waitFor();
      await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true);
    });
  });

  it("of sending a code stands beside the code field, and in the console for who helps [S-297]", async () => {
    const { url, phone } = await invited("a_signature");
    await withPerson({}, async ({ page }) => {
      const at = { page };
      const logged: string[] = [];
      page.on("console", (message) => logged.push(message.text()));
      await logIn(at, url);
      await confirmDetails(at);
      await button(at, "frame.next").click();
      await inboxAt(walk.product.demo.sandboxUrl).spoil("sms", "reject");
      await button(at, "authenticate.send").click();
      const text = texts.en["Responses.PHONE_UNREACHABLE"];
      await page.locator("#code-fault").filter({ hasText: text }).waitFor();
      expect(await banner(page, text).count(), "said once").toBe(0);
      expect(logged).toContain("getSms failed: 409 PHONE_UNREACHABLE");
      expect(logged.join()).not.toContain(phone);
    });
  });

  it("of the confirmation stands beside its button, and nothing typed is lost [S-297]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await openDocument(at, url);
      await page.route("**/api/files/updateXFDF/", (route) => route.abort());
      await button(at, "documents.signUnauthorized").click();
      await page.getByRole("alert").filter({ hasText: texts.en["viewer.notConfirmed"] }).waitFor();
      await page.unroute("**/api/files/updateXFDF/");
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
    });
  });

  it("of the network on the way to the documents is said in their place, and they come once there is one again", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await logIn(at, url);
      await button(at, "credentials.confirm").waitFor();
      // What shows documents is fetched while the details are read: only the files are missing.
      await page.waitForFunction(() =>
        performance.getEntriesByType("resource").some(({ name }) => /documents-page/.test(name)),
      );
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
      await button(at, "credentials.confirm").click();
      await page.getByRole("heading", { name: texts.en["away.offline"] }).waitFor();
      await page.context().setOffline(false);
      await documentShown(at);
    });
  });

  it("405 goes to / [S-289]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      // A page that is older or newer than the server: the server answers such a call itself.
      await page.route("**/api/files/getWorkflowFiles", (route) => route.continue({ method: "DELETE" }));
      const answered = page.waitForResponse((answer) => answer.url().endsWith("/getWorkflowFiles"));
      await button({ page }, "credentials.confirm").click();
      expect((await answered).status()).toBe(405);
      await page.waitForURL(/\/notfound$/);
      await banner(page, texts.en["Responses.METHOD_NOT_ALLOWED"]).waitFor();
    });
  });

  it("401 says that the session has ended, and leads back to where it went on", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await goOnWithoutSession({ page }, url);
      await page.waitForURL(/\/notfound$/);
      await page.getByRole("heading", { name: texts.en["session.over"] }).waitFor();
      await page.getByRole("link", { name: texts.en["session.again"] }).click();
      await entryButton({ page }).waitFor();
    });
  });
});

describe("announced maintenance", () => {
  it.each(["/", "/imprint"])("is told on %s, which asks for nothing else, and the page comes once it is over", (path) =>
    withPerson({}, async ({ page }) => {
      const { baseUrl } = walk.product.demo;
      // As the server answers while it lasts: pages bare, calls refused.
      const index = await (await fetch(`${baseUrl}/notfound`)).text();
      await page.route(`${baseUrl}/`, (route) => route.fulfill({ status: 503, contentType: "text/html", body: index }));
      const data = ["We are working on our service.", "until=2036-11-27T02:30:00.000Z"];
      const body = JSON.stringify({ success: false, code: "MAINTENANCE", data });
      await page.route("**/api/**", (route) => route.fulfill({ status: 503, contentType: "application/json", body }));
      await page.goto(`${baseUrl}${path}`);
      await page.getByRole("heading", { name: texts.en["away.maintenance"] }).waitFor();
      await page.getByText("Probably until 27.11.2036").waitFor();
      await page.unrouteAll();
      await button({ page }, "frame.tryAgain").click();
      const there = path === "/" ? texts.en["start.title"] : "Imprint";
      await page.getByRole("heading", { name: there }).waitFor();
    }),
  );
});

describe("while a call is on its way", () => {
  it("every button of its form is blocked, and nothing is sent twice [S-075]", async () => {
    const { url, phone } = await invited("a_signature", { password: "Speicherstraße 8" });
    await withPerson({}, async ({ page }) => {
      const at = { page };
      const sent = new Map<string, number>();
      let release = (): void => undefined;
      const hold = async (path: string): Promise<void> => {
        const held = Promise.withResolvers<void>();
        release = held.resolve;
        await page.unrouteAll({ behavior: "wait" });
        await page.route(path, async (route: Route) => {
          sent.set(path, (sent.get(path) ?? 0) + 1);
          await held.promise;
          await route.continue();
        });
      };
      /** Presses twice while the answer is held back: the button says so, `others` do nothing, one call goes out. */
      const pressTwice = async (path: string, press: () => Promise<void>, blocked: () => Promise<boolean>) => {
        await press();
        await expect.poll(blocked).toBe(true);
        await press();
        expect(sent.get(path)).toBe(1);
        release();
      };
      const isBusy = (key: Parameters<typeof button>[1]) => async () =>
        (await button(at, key).getAttribute("aria-busy")) === "true";
      const isBlocked = async (key: Parameters<typeof button>[1]) =>
        (await button(at, key).getAttribute("aria-disabled")) === "true";

      await page.goto(url);
      await page.getByLabel(texts.en["login.password"], { exact: true }).fill("Speicherstraße 8");
      await page.getByRole("checkbox").check();
      await hold("**/api/auth/workflowLogin/**");
      await pressTwice("**/api/auth/workflowLogin/**", () => entryButton(at).click(), isBusy("login.submit"));
      await confirmDetails(at);
      await documentShown(at);

      await hold("**/api/files/updateXFDF/");
      await pressTwice(
        "**/api/files/updateXFDF/",
        () => button(at, "frame.next").click(),
        async () =>
          (await isBusy("frame.next")()) && (await isBlocked("frame.back")) && (await isBlocked("refusal.open")),
      );
      await page.waitForURL(/\/authenticate$/);

      const code = await askForCode(at, walk.product.demo.sandboxUrl, { phone });
      await codeField(at).fill(code);
      await hold("**/api/signing/signWorkflow");
      await signWith(at, code);
      await page.getByText(texts.en["sign.busyLead"]).waitFor();
      await expect.poll(() => sent.get("**/api/signing/signWorkflow"), { timeout: 5_000 }).toBe(1);
      // The page below cannot be reached by keyboard either: Esc closes nothing, Tab leads nowhere.
      for (const key of ["Escape", "Escape", "Tab", "Enter"]) await page.keyboard.press(key);
      expect(await page.getByText(texts.en["sign.busyLead"]).isVisible()).toBe(true);
      expect(await page.evaluate(() => document.activeElement?.closest("form") ?? null)).toBeNull();
      expect(sent.get("**/api/signing/signWorkflow")).toBe(1);
      release();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("a refusal waits for its answer: neither sent again nor cancelled [S-075]", async () => {
    const { url } = await invited();
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, url);
      const { dialog, save } = await openRefusal({ page });
      const held = Promise.withResolvers<void>();
      let calls = 0;
      await page.route("**/api/signing/revokeWorkflow/**", async (route) => {
        calls += 1;
        await held.promise;
        await route.continue();
      });
      await save.dblclick();
      await dialog.getByRole("button", { name: say({ page }, "refusal.cancel") }).click({ force: true });
      await page.keyboard.press("Escape");
      expect([calls, await dialog.count(), await save.getAttribute("aria-busy")]).toEqual([1, 1, "true"]);
      held.resolve();
      await page.waitForURL(/\/summary\/revoked/);
    });
  });
});
