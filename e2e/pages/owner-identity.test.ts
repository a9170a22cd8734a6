/** Owners identify themselves once more, to revoke without a phone or to change phone or password (signer-side.md §2; docs/decisions/0029). */
import { describe, expect, it } from "vitest";
import { playPage } from "../../fixtures/identified-browser.ts";
import { nextMessage } from "../../fixtures/inbox.ts";
import { heading, play, press, word } from "../identification/steps.ts";
import { type At, button, codeField, say } from "../journey.ts";
import { codeThatCame, proveMailbox } from "../owner.ts";
import type { Demo } from "../product.ts";
import { meetSigner } from "../qualified-signer.ts";
import { violationsOf } from "../violations.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
/** As on the document that she was met with. */
const onCard = { first_names: "KATHARINA", last_name: "BRUECKNER", birth_name: "", birthdate: "1984-05-17" };
const password = "Nebelhorn 9!";
const wrong = (otp: string): string => otp.replace(/.$/, (last) => String((Number(last) + 1) % 10));
const rows = ({ page }: Pick<At, "page">) => page.getByRole("row");
const way = (at: At, key: "identification.card" | "identification.video") =>
  at.page.getByRole("button", { name: new RegExp(`^${word(at, key)}`) });

/** From the address to what one may be identified for. */
async function toChoice(at: At, demo: Demo, purpose: "password" | "phone" | "revoke"): Promise<string> {
  const who = await meetSigner(demo, "q_signature");
  await proveMailbox(at, demo, who.email);
  await rows(at)
    .getByRole("button", { name: say(at, "ownerIdentity.change") })
    .click();
  await at.page.getByRole("radio", { name: say(at, `ownerIdentity.${purpose}`) }).check();
  await button(at, "ownerIdentity.goOn").click();
  return who.email;
}

/** From the ways to the page where the card is read. */
async function toCard(at: At): Promise<void> {
  await way(at, "identification.card").click();
  await at.page.waitForURL(/\/certManager\/ausweisapp2\?/);
}

/** What the app on a phone is opened with, and where it leads after the card was read. */
async function readOnPhone(at: At, open: () => Promise<void>): Promise<string> {
  await at.page.route("**/eID-Client?**", (route) => route.fulfill({ status: 204 }));
  const opened = at.page.waitForRequest("**/eID-Client?**");
  await open();
  return await playPage((await opened).url(), { person: onCard });
}

describe("an owner without the phone", () => {
  it("[S-031] [S-276] revokes by ID card on a computer, after a try that was broken off", async () => {
    const { demo } = walk.product;
    await walk.withPerson({ language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      const who = await meetSigner(demo, "q_signature");
      await proveMailbox(at, demo, who.email);
      await rows(at)
        .getByRole("button", { name: say(at, "owner.revoke") })
        .click();
      await page.getByRole("radio", { name: say(at, "owner.reason.phone_gone") }).check();
      await button(at, "owner.cannotGetCode").click();
      expect(await page.getByRole("radio", { name: say(at, "ownerIdentity.revoke") }).isChecked()).toBe(true);
      await button(at, "ownerIdentity.goOn").click();
      await toCard(at);
      await press(at, "identification.look");
      await page.getByText(word(at, "identification.available")).waitFor();
      await press(at, "identification.openApp");
      await play(page, "cancel", onCard);
      await page.waitForURL(/\/nect\/[^/?]+$/);
      await heading(at).getByText(word(at, "identification.cancelled")).waitFor();
      await page.getByText(say(at, "ownerIdentity.nothing")).waitFor();
      await page.getByRole("link", { name: word(at, "identification.again") }).click();
      await toCard(at);
      await press(at, "identification.openApp");
      await play(page, "succeed", onCard);
      await heading(at).getByText(say(at, "ownerIdentity.nowRevoke")).waitFor();
      expect(page.url()).not.toContain("code=");
      // What was chosen before the way to the app is still known.
      await page.getByText(say(at, "owner.reason.phone_gone")).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const told = page.url();
      await button(at, "owner.revokeForGood").click();
      await heading(at).getByText(say(at, "Responses.REVOKE_SUCCESS")).waitFor();
      await page.getByRole("link", { name: say(at, "ownerIdentity.toTable") }).click();
      await rows(at).getByText(say(at, "owner.revokedAlready")).waitFor();
      await page.goto(told);
      await heading(at).getByText(say(at, "ownerIdentity.isRevoked")).waitFor();
    });
  });

  it("[S-031] [S-276] is told that a person compares the names, after a video with another one", async () => {
    const { demo } = walk.product;
    await walk.withPerson({ visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      await toChoice(at, demo, "revoke");
      await page.getByRole("radio", { name: say(at, "owner.reason.data_wrong") }).check();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: say(at, "ownerIdentity.goOn") })
        .click();
      await way(at, "identification.video").click();
      await play(page, "succeed", { ...onCard, last_name: "MUSTERMANN" });
      await heading(at).getByText(word(at, "identification.doubtful")).waitFor();
      await page.getByText("Katharina Brückner").waitFor();
      await page.getByText("MUSTERMANN").waitFor();
      await page.getByText(say(at, "ownerIdentity.notYetLead")).waitFor();
    });
  });
});

describe("an owner who forgot the password", () => {
  it("[S-270] gets a new certificate, with a phone that reads the card; the link of the mail stops it", async () => {
    const { demo } = walk.product;
    await walk.withPerson({ visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      const email = await toChoice(at, demo, "password");
      // A film is not enough to take a certificate over.
      expect(await way(at, "identification.video").count()).toBe(0);
      await toCard(at);
      const offered = page.waitForResponse("**/api/auth/identificationOnPhoneRevoke");
      await press(at, "identification.showCode");
      const { data } = (await (await offered).json()) as { readonly data: { readonly url: string } };
      const onPhone = { viewport: "phone", touch: true, visits: demo.sandboxUrl } as const;
      await walk.withPerson(onPhone, async ({ page: phone }) => {
        await phone.goto(data.url);
        const link = await readOnPhone(
          { page: phone },
          async () => await press({ page: phone }, "identification.alike"),
        );
        await phone.goto(link);
        await phone.getByText(word(at, "identification.elsewhereLead")).waitFor();
      });
      // It asks every other second.
      await heading(at).getByText(say(at, "ownerIdentity.newPassword")).waitFor({ timeout: 20_000 });
      const [first, again] = [page.locator("#new-password"), page.locator("#new-password-again")];
      await first.fill("Brückner 7!");
      await button(at, "ownerIdentity.issue").click();
      expect(await first.getAttribute("aria-invalid")).toBe("true");
      for (const field of [first, again]) await field.fill(password);
      expect(await violationsOf(page)).toEqual([]);
      await button(at, "ownerIdentity.issue").click();
      await heading(at).getByText(say(at, "ownerIdentity.changed")).waitFor();
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
        password,
      );
      await page.getByRole("link", { name: say(at, "ownerIdentity.toTable") }).click();
      await rows(at).getByText(say(at, "owner.revokedAlready")).waitFor();
      await rows(at)
        .filter({ hasText: say(at, "owner.valid") })
        .getByText(say(at, "ownerIdentity.rests").split("{")[0] ?? "")
        .waitFor();
      const { text } = await nextMessage(demo.sandboxUrl, email, { channel: "mail", about: /certManager\/stop/ });
      await page.goto(/https?:\S+\/certManager\/stop\/[\w-]+/.exec(text)?.[0] ?? "");
      await heading(at).getByText(say(at, "ownerIdentity.stopPassword")).waitFor();
      await button(at, "ownerIdentity.notMe").click();
      expect(await violationsOf(page)).toEqual([]);
      await page
        .getByRole("dialog")
        .getByRole("button", { name: say(at, "ownerIdentity.stopGo") })
        .press("Enter");
      await heading(at).getByText(say(at, "ownerIdentity.stopped")).waitFor();
      await page.reload();
      await heading(at).getByText(say(at, "ownerIdentity.stopped")).waitFor();
    });
  });
});

describe("an owner with a new phone", () => {
  it("[S-031] [S-276] changes the number on a phone, by the app and a code", async () => {
    const { demo } = walk.product;
    const language = "de";
    await walk.withPerson({ language, viewport: "phone", touch: true, visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language } as const;
      await toChoice(at, demo, "phone");
      await toCard(at);
      await page.goto(await readOnPhone(at, async () => await press(at, "identification.openApp")));
      await heading(at).getByText(say(at, "ownerIdentity.newPhone")).waitFor();
      const number = page.getByLabel(say(at, "ownerIdentity.number"), { exact: true });
      await number.fill("40 66969");
      await button(at, "ownerIdentity.sendCode").click();
      await page.getByText(word(at, "identification.numberFault")).waitFor();
      const mine = `160${String(Date.now()).slice(-7)}`;
      await number.fill(mine);
      await button(at, "ownerIdentity.sendCode").click();
      const otp = await codeThatCame(at, demo.sandboxUrl, { channel: "sms", to: `+49${mine}` });
      await codeField(at).fill(wrong(otp));
      await button(at, "ownerIdentity.checkCode").click();
      await page.getByText(say(at, "code.triesLeft", { n: 4 })).waitFor();
      await codeField(at).fill(otp);
      expect(await violationsOf(page)).toEqual([]);
      await codeField(at).press("Enter");
      await heading(at).getByText(say(at, "ownerIdentity.changed")).waitFor();
      await page.reload();
      await heading(at).getByText(say(at, "ownerIdentity.isUsed")).waitFor();
      await page.getByRole("link", { name: say(at, "ownerIdentity.toTable") }).click();
      await rows(at)
        .getByText(say(at, "ownerIdentity.rests").split("{")[0] ?? "")
        .waitFor();
    });
  });

  it("[S-276] comes back to nothing: another browser, a link that is too old", async () => {
    const { demo } = walk.product;
    await walk.withPerson({}, async ({ page }) => {
      const at = { page };
      await page.goto(`${demo.baseUrl}/nect/somebody`);
      await page.getByText(say(at, "ownerIdentity.unknown")).waitFor();
      await page.getByRole("link", { name: say(at, "ownerIdentity.back") }).click();
      await heading(at).getByText(say(at, "owner.title")).waitFor();
      await page.goto(`${demo.baseUrl}/certManager/ausweisapp2?cert=c&for=revoke`);
      await page.getByText(say(at, "owner.over")).waitFor();
      await page.goto(`${demo.baseUrl}/certManager/stop/AAAAAAAAAAAAAAAAAAAAAA`);
      await page.getByText(say(at, "ownerIdentity.tooOld")).waitFor();
    });
  });
});
