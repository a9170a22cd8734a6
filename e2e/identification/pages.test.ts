/** Identification in the browser, from the options to the signed file (signer-side.md §2, §5; docs/flows/identification.md). */
import { describe, expect, it } from "vitest";
import { playPage } from "../../fixtures/identified-browser.ts";
import { button } from "../journey.ts";
import type { Demo } from "../product.ts";
import { meetSigner, playCertificate, sentQualified, unusable, usable } from "../qualified-signer.ts";
import { startWalk } from "../walk.ts";
import { choose, password, play, press, signIdentified, toWays, word } from "./steps.ts";

const walk = startWalk();
const { withPerson } = walk;

/** A signer's pages, by their link. */
const pageOf = (url: string): string => `${new URL(url).origin}/workflow/${url.split("/").slice(-2).join("/")}`;

/** How the sandbox's app ends, and what the page says then. */
const cardFailures = [
  ["cancel", "identification.cancelled"],
  ["expired", "identification.why_DOCUMENT_EXPIRED"],
  ["blocked", "identification.why_DOCUMENT_BLOCKED"],
  ["phone", "identification.why_DOCUMENT_NOT_ACCEPTED"],
  ["reader_lost", "identification.why_CLIENT"],
] as const;
/** The same of the video provider. */
const videoFailures = [
  ["abort", "identification.cancelled"],
  ["reject", "identification.why_NOT_RECOGNISED"],
  ["document_expired", "identification.why_DOCUMENT_EXPIRED"],
  ["document_not_accepted", "identification.why_DOCUMENT_NOT_ACCEPTED"],
] as const;

/** Who may seal for the demo's organisation, and has no certificate. */
function representativeOf({ workflows }: Demo) {
  const found = workflows.find((one) => one.signer_type === "q_seal" && !one.certificate_password);
  return { first_name: "Ole", last_name: "Matthiesen", email: found?.email ?? "", phone: "", password: "" };
}

describe("an ID card", () => {
  it("[S-191] [S-194] [S-199] [S-202] [S-203] [S-205] identifies on a computer, and the signature follows in the same visit", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    await withPerson({ visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      await toWays(at, url);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/identify\/ausweisapp2$/);
      // The app on the device is asked for on a press, and not before.
      expect(asked.filter((one) => one.includes("Status="))).toEqual([]);
      await press(at, "identification.look");
      await page.getByText(word(at, "identification.available")).waitFor();
      for (const [outcome, told] of cardFailures) {
        await press(at, "identification.openApp");
        await play(page, outcome);
        await page.waitForURL(/\/identified/);
        await page.getByText(word(at, told)).waitFor();
        await page.goto(`${pageOf(url)}/identify/ausweisapp2`);
      }
      await press(at, "identification.openApp");
      await play(page, "succeed");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      expect(page.url()).not.toContain("code=");
      await signIdentified(at, demo.sandboxUrl);
      expect(JSON.stringify(await page.evaluate(() => ({ ...sessionStorage, ...localStorage })))).not.toContain(
        password,
      );
    });
  });

  it("[S-033] [S-201] [S-204] [T-055] identifies on a phone that comes back in another browser", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    let link = "";
    await withPerson({ viewport: "phone", touch: true, language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await toWays(at, url);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/identify\/ausweisapp2$/);
      await page.route("**/eID-Client?**", (route) => route.fulfill({ status: 204 }));
      const read = async (outcome: string): Promise<string> => {
        const opened = page.waitForRequest("**/eID-Client?**");
        await press(at, "identification.openApp");
        const person = { first_names: "KATHARINA", last_name: "BRUECKNER", birth_name: "" };
        return await playPage((await opened).url(), { person, outcome });
      };
      for (const [outcome, told] of cardFailures) {
        await page.goto(await read(outcome));
        await page.getByText(word(at, told)).waitFor();
        await page.goto(`${pageOf(url)}/identify/ausweisapp2`);
      }
      // The app opens the browser that the phone prefers, where nothing of this is known.
      link = await read("succeed");
    });
    await withPerson({ viewport: "phone", touch: true, language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await page.goto(link);
      await press(at, "identification.me");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      await signIdentified(at, demo.sandboxUrl);
    });
  });
});

describe("an identification", () => {
  it("[S-206] leads somebody who has a certificate to their password, not to a new one", async () => {
    const { demo } = walk.product;
    const who = await meetSigner(demo, "q_signature");
    const { url } = await sentQualified(demo, "q_signature", { who });
    await withPerson({ visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      // The page alone believes so: who has a certificate is not led here.
      const tell = await playCertificate(page, unusable("LOCKED"));
      await toWays(at, url);
      await choose(at, "identification.card");
      await button(at, "frame.next").click();
      await page.waitForURL(/\/identify\/ausweisapp2$/);
      tell(usable);
      await press(at, "identification.openApp");
      await play(page, "succeed");
      await page.waitForURL(/\/authenticate2fa$/);
    });
  });
});

describe("a video", () => {
  it("[S-195] [S-203] [S-204] says why it came to nothing, and identifies at the second try", async () => {
    const { demo } = walk.product;
    const { url } = await sentQualified(demo, "q_signature");
    await withPerson({ language: "de", visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      await toWays(at, url);
      await choose(at, "identification.video");
      await button(at, "frame.next").click();
      for (const [outcome, told] of videoFailures) {
        await play(page, outcome);
        await page.getByText(word(at, told)).waitFor();
        await page.goto(`${pageOf(url)}/identify`);
        await choose(at, "identification.video");
        await button(at, "frame.next").click();
      }
      await play(page, "succeed");
      await page.getByText(word(at, "identification.youDid")).waitFor();
      await signIdentified(at, demo.sandboxUrl);
    });
  });

  it("[S-206] lets a representative seal, on a phone in English, after the same failures", async () => {
    const { demo } = walk.product;
    const who = representativeOf(demo);
    const { url } = await sentQualified(demo, "q_seal", { who });
    await withPerson({ viewport: "phone", touch: true, visits: demo.sandboxUrl }, async ({ page }) => {
      const at = { page };
      await toWays(at, url);
      const person = { first_names: who.first_name, last_name: who.last_name };
      for (const [outcome, told] of [...videoFailures, ["succeed", "identification.youDid"] as const]) {
        await choose(at, "identification.video");
        await button(at, "frame.next").click();
        await play(page, outcome, person);
        await page.getByText(word(at, told)).waitFor();
        if (outcome !== "succeed") await page.goto(`${pageOf(url)}/identify`);
      }
      await signIdentified(at, demo.sandboxUrl, { seals: true });
    });
  });
});
