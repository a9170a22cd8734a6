/** The inbox of the sandbox: a mail is read whole, on a phone and on a desktop. */
import { smtpMail } from "@siegel/server/adapters/mail/smtp-mail.ts";
import { renderMail } from "@siegel/server/rooms/messages/render-mail.ts";
import { sampleLook, sampleMails, sampleNames } from "@siegel/server/test/mail-samples.ts";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestSandbox } from "../../packages/sandbox/test/test-sandbox.ts";
import { launchForWalks, newPerson } from "../browser.ts";

let browser: Browser;
let sandbox: Awaited<ReturnType<typeof startTestSandbox>>;
beforeAll(async () => {
  [browser, sandbox] = await Promise.all([launchForWalks(), startTestSandbox()]);
  const mail = smtpMail({ url: `smtp://127.0.0.1:${sandbox.smtpPort}`, fromAddress: "siegel@example.org" });
  const [invitation] = sampleMails(sampleNames.common);
  if (invitation === undefined) throw new Error("no mail");
  const rendered = renderMail(invitation, sampleLook, "de");
  const mails = {
    short: { ...rendered, html: "<p>Kurz.</p><script>document.body.append('ran')</script>" },
    long: { ...rendered, html: `${"<p>Ein Absatz.</p>".repeat(200)}<p id="end">Ende.</p>` },
    invitation: rendered,
  };
  for (const [name, { subject, text, html }] of Object.entries(mails))
    await mail.send({
      ...{ fromName: "Siegel", subject, text, html, messageKey: name },
      to: { name, address: `${name}@example.org` },
    });
});
afterAll(async () => {
  await browser.close();
  await sandbox.close();
});

describe("an opened mail", () => {
  it.each(
    (["phone", "desktop"] as const).flatMap((viewport) =>
      (["short", "long", "invitation"] as const).map((name) => ({ viewport, name })),
    ),
  )("stands there whole and scrolls with the page: $name, $viewport", async ({ viewport, name }) => {
    const person = await newPerson(browser, sandbox.url, { viewport });
    const { page } = person;
    await page.goto(`${sandbox.url}/?to=${name}%40example.org`);
    await page.locator("#messages a").first().click();
    const frame = page.locator("iframe");
    await frame.contentFrame().locator("body").waitFor();
    const measured = () =>
      frame.evaluate((element: HTMLIFrameElement) => {
        const mail = element.contentDocument?.documentElement;
        return {
          hidden: (mail?.scrollHeight ?? 0) - element.clientHeight,
          empty: element.clientHeight - (mail?.offsetHeight ?? 0),
        };
      });
    await expect.poll(measured).toEqual({ hidden: 0, empty: 0 });
    // A phone is turned.
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(measured).toEqual({ hidden: 0, empty: 0 });
    if (name === "short") expect(await frame.contentFrame().locator("body").innerText()).toBe("Kurz.");
    if (name === "short") expect(person.faults.every((fault) => fault.includes("Blocked script execution"))).toBe(true);
    else expect(person.faults).toEqual([]);
    await person.context.close();
  });
});
