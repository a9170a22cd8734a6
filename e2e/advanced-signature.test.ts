/** a_signature and a_seal: the code by text message and call, right and wrong, in the browser. */
import { describe, expect, it } from "vitest";
import { codeIn, inboxAt, messagesTo, nextMessage } from "../fixtures/inbox.ts";
import { judge, textOf } from "../fixtures/judge-pdf.ts";
import { confirmFiles, logIn as openLink } from "../fixtures/signer-client.ts";
import { askForCode, button, codeField, openDocument, say, signWith, texts, wrongCode } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { download, person, send } from "./sender.ts";
import { isInSight } from "./targets.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

async function toAuthenticate(
  page: Parameters<Parameters<typeof withPerson>[1]>[0]["page"],
  url: string,
): Promise<void> {
  await openDocument({ page }, url);
  await button({ page }, "frame.next").click();
  await page.waitForURL(/\/authenticate$/);
}

describe("advanced signers", () => {
  it("a_signature signs with a code by text message; the file stands before outside judges [S-003] [S-110] [S-112] [S-012] [S-113] [S-118] [S-120] [S-141] [S-146]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({ motion: true }, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      const message = await nextMessage(walk.product.demo.sandboxUrl, signer.phone ?? "", { channel: "sms" });
      const reference =
        (await page.getByRole("main").innerText()).match(/\b[A-Z0-9]{3}[-‑]?[A-Z0-9]{2,3}\b/)?.[0] ?? "none";
      expect(message.text.replace(/[-‑]/g, "")).toContain(reference.replace(/[-‑]/g, ""));
      const sign = button({ page }, "sign.now");
      await codeField({ page }).fill(code.slice(0, 5));
      expect(await sign.getAttribute("aria-disabled")).toBe("true");
      await codeField({ page }).fill(code);
      expect(await sign.getAttribute("aria-disabled")).not.toBe("true");
      // In the words of the requirement, whatever the catalogue says; and in the other language.
      expect(await sign.innerText()).toBe("Sign now");
      await page.getByRole("button", { name: "Deutsch", exact: true }).click();
      await page.getByRole("button", { name: "Jetzt unterschreiben", exact: true }).waitFor();
      await page.getByRole("button", { name: "English", exact: true }).click();
      await sign.click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(judge(await download(walk.product.demo, created))).toEqual({
      qpdf: 0,
      signatures: ["Signature is Valid.", expect.anything()],
      subFilters: ["ETSI.CAdES.detached", expect.anything()],
    });
  });

  it("a_seal seals for its organisation [S-004] [S-119]", async () => {
    const signer = person("a_seal", { organisation: "Hafenwerk Wohnen eG" });
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await page.getByRole("button", { name: "Deutsch", exact: true }).click();
      await page.getByRole("button", { name: "Jetzt siegeln", exact: true }).waitFor();
      await page.getByRole("button", { name: "English", exact: true }).click();
      await codeField({ page }).fill(code);
      await page.getByRole("button", { name: "Seal now", exact: true }).click();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await page.getByText(say({ page }, "summary.finishedSeal")).waitFor();
    });
    expect(judge(await download(walk.product.demo, created)).qpdf).toBe(0);
  });

  it("a call speaks the code, and shows no countdown [S-114] [S-112]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, {
        phone: signer.phone ?? "",
        channel: "voice",
      });
      expect(await page.getByRole("timer").count()).toBe(0);
      expect(await button({ page }, "code.retryPhone").isVisible()).toBe(true);
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("a wrong code is said once, beside the field, and the field is empty again, as after every failure [S-133] [S-134] [S-290] [S-292]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      const placesOf = () =>
        page
          .locator("h1, #code")
          .evaluateAll((all) => all.map((element) => Math.round(element.getBoundingClientRect().top + window.scrollY)));
      await page.setViewportSize({ width: 390, height: 844 });
      const places = await placesOf();
      await signWith({ page }, wrongCode(code));
      await page.locator("#code-fault").waitFor();
      // Aloud once, with what to compare; and what is typed into has not moved for it.
      expect(await page.getByRole("alert").allInnerTexts()).toEqual([expect.stringContaining("tries left")]);
      expect(await placesOf()).toEqual(places);
      expect(await page.locator(".toast").count(), "said once").toBe(0);
      expect(await codeField({ page }).inputValue()).toBe("");
      expect(await codeField({ page }).getAttribute("aria-invalid")).toBe("true");
      // Nobody answers before the code is looked at, however often the page asks.
      await page.route("**/api/auth/checkSMS/", (route) => route.abort());
      await signWith({ page }, code);
      await page.getByText(texts.en["Responses.NOT_SIGNED"]).first().waitFor({ timeout: 30_000 });
      expect(await codeField({ page }).inputValue()).toBe("");
      await page.unroute("**/api/auth/checkSMS/");
      // Somebody on the way answers once, after it was looked at: the page asks again by itself.
      await page.route("**/api/signing/signWorkflow", (route) => route.fulfill({ status: 502 }), { times: 1 });
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("a new code can be asked for after 60 s only [S-122]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await page.clock.install();
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      const retry = button({ page }, "code.retrySms");
      expect(await retry.getAttribute("aria-disabled")).toBe("true");
      await page.clock.fastForward(58_000);
      expect(await retry.getAttribute("aria-disabled")).toBe("true");
      await page.clock.fastForward(3_000);
      await expect.poll(() => retry.getAttribute("aria-disabled")).not.toBe("true");
    });
  });

  it("a reload in the middle loses nothing", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await page.reload();
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("a code that could not be sent is said, and asking again works [S-292]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      // The signer sees the choice of the channel before the button.
      for (const part of [...(await page.getByRole("radio").all()), button({ page }, "authenticate.send")])
        await expect.poll(() => isInSight(part)).toBe(true);
      await inboxAt(walk.product.demo.sandboxUrl).spoil("sms", "reject");
      await page.getByRole("radio", { name: texts.en["authenticate.sms"] }).check();
      await button({ page }, "authenticate.send").click();
      await page.getByRole("alert").first().waitFor();
      await page.goBack();
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("an expired code is said, and a new one signs; the old one is dead [S-113] [S-133]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await page.clock.install();
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const { sandboxUrl } = walk.product.demo;
      const phone = signer.phone ?? "";
      const old = await askForCode({ page }, sandboxUrl, { phone });
      const past =
        "update challenge set issued_at = issued_at - interval '6 minutes', expires_at = expires_at - interval '6 minutes'";
      const code = { signer: created.signers[0]?.signer_id };
      expect(await walk.product.query(`${past} where signer_id = $1`, [code.signer])).toBe(1);
      await signWith({ page }, old);
      await page.getByText(texts.en["Responses.OTP_EXPIRED"]).first().waitFor();
      expect(await codeField({ page }).inputValue()).toBe("");
      await page.reload();
      const retry = button({ page }, "code.retrySms");
      await expect.poll(() => page.locator("#code-retry").innerText()).toMatch(/ (0:[0-5]\d|1:0[01])$/);
      expect(await retry.getAttribute("aria-disabled")).toBe("true");
      // The minute until another one can be asked for passes, here and there.
      const asked = "update code_delivery set created_at = created_at - interval '61 seconds' where signer_id = $1";
      expect(await walk.product.query(asked, [code.signer])).toBeGreaterThan(0);
      await page.clock.fastForward(61_000);
      await expect.poll(() => retry.getAttribute("aria-disabled")).not.toBe("true");
      await retry.click();
      const fresh = codeIn(await nextMessage(sandboxUrl, phone, { channel: "sms", seen: 1 }));
      if (fresh !== old) {
        await signWith({ page }, old);
        await page.locator("#code-fault").waitFor();
      }
      await signWith({ page }, fresh);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
  });

  it("no code is sent for values that another device changed after they were read [T-012]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf({ field: `${signer.reference}.name` }), [signer]);
    const url = created.signers[0]?.url ?? "";
    await withPerson({}, async ({ page }) => {
      const field = page.getByRole("textbox", { name: say({ page }, "viewer.onPage", { label: "name", n: 1 }) });
      await openDocument({ page }, url);
      await field.fill("Kiel");
      await button({ page }, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      await confirmFiles(await openLink(url), { name: "Wismar" });
      // Read again from the server, it is still not what the signer saw.
      await page.reload();
      await page.getByText(texts.en["quick.needsDocuments"]).first().waitFor();
      expect(await button({ page }, "authenticate.send").getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("link", { name: texts.en["quick.read"] }).click();
      await expect.poll(() => field.inputValue()).toBe("Wismar");
      expect(await messagesTo(walk.product.demo.sandboxUrl, signer.phone ?? "", "sms")).toEqual([]);
      await field.fill("Kiel");
      await button({ page }, "frame.next").click();
      await page.waitForURL(/\/authenticate$/);
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await signWith({ page }, code);
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
    });
    expect(textOf(await download(walk.product.demo, created))).toContain("Kiel");
  });

  it("says that it is signing until the answer is there, and signs once however often one presses [S-113] [S-120]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const code = await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      expect(await button({ page }, "code.retrySms").isVisible()).toBe(true);
      const held = Promise.withResolvers<void>();
      const calls: string[] = [];
      for (const call of ["auth/checkSMS/", "signing/signWorkflow"]) {
        await page.route(`**/api/${call}`, async (route) => {
          calls.push(call);
          if (call === "signing/signWorkflow") await held.promise;
          await route.continue();
        });
      }
      const sign = page.getByRole("button", { name: "Sign now", exact: true, includeHidden: true });
      await codeField({ page }).fill(code);
      expect(await sign.getAttribute("aria-busy")).toBeNull();
      await sign.click();
      await page.getByText(texts.en["sign.busyLead"]).waitFor();
      expect(await sign.getAttribute("aria-busy")).toBe("true");
      await sign.dispatchEvent("click");
      await sign.dispatchEvent("click");
      held.resolve();
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      expect(calls).toEqual(["auth/checkSMS/", "signing/signWorkflow"]);
    });
  });

  it("every call goes to /api/ of the same address, with credentials [S-283]", async () => {
    const signer = person("a_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    await withPerson({}, async ({ page }) => {
      await toAuthenticate(page, created.signers[0]?.url ?? "");
      const calls: { url: string; cookie: boolean }[] = [];
      page.on("requestfinished", (request) => {
        if (request.resourceType() !== "fetch") return;
        void request
          .allHeaders()
          .then(({ cookie }) => calls.push({ url: request.url(), cookie: cookie !== undefined }));
      });
      await askForCode({ page }, walk.product.demo.sandboxUrl, { phone: signer.phone ?? "" });
      await expect.poll(() => calls.length).toBeGreaterThan(0);
      for (const call of calls) {
        expect(call.url).toMatch(new RegExp(`^${walk.product.demo.baseUrl}/api/`));
        expect(call.cookie).toBe(true);
      }
    });
  });
});
