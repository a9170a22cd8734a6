/** Links that lead nowhere any more, or not yet, and workflows that end while somebody is at work (decisions.md §6). */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { logIn as openLink, signThrough } from "../../fixtures/signer-client.ts";
import { someOf } from "../../fixtures/slow-run.ts";
import { button, entryButton, logIn, openDocument, say, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { call, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;
const simple = (count = 1) => Array.from({ length: count }, () => person("s_signature"));

type Created = Awaited<ReturnType<typeof send>>;
const urlOf = (created: Created, n = 0): string => created.signers[n]?.url ?? "";

async function expire({ workflow_id }: Created): Promise<void> {
  const past = "update workflow set expires_at = now() - interval '1 hour' where workflow_id = $1";
  expect(await walk.product.query(past, [workflow_id])).toBe(1);
}

async function cancel({ workflow_id }: Created): Promise<void> {
  expect((await call(walk.product.demo, "DELETE", `/api/v1/workflows/${workflow_id}`)).status).toBe(200);
}

async function refuse(created: Created, n: number): Promise<void> {
  const other = await openLink(urlOf(created, n));
  const path = `signing/revokeWorkflow/${other.workflowId}/${other.signerId}`;
  expect((await other.call("POST", path, { msg: "Die Miete stimmt nicht." })).success).toBe(true);
}

const refuseBySecond = (created: Created): Promise<void> => refuse(created, 1);

async function signElsewhere(created: Created): Promise<void> {
  await signThrough(walk.product.demo, urlOf(created), "s_signature");
}

/** What happened, in the heading, and whom to write to. */
async function says(page: Page, heading: keyof typeof texts.en): Promise<void> {
  await page.getByRole("heading", { level: 1, name: texts.en[heading] }).waitFor();
  await page.locator('a[href="mailto:jonas@hafenwerk.example"]').waitFor();
}

describe("a link", () => {
  it.each([
    ["expired", expire, "ended.expired"],
    ["withdrawn", cancel, "ended.cancelled"],
  ] as const)(
    "that is %s says so, in the organisation's look and with the initiator's contact",
    async (_name, end, heading) => {
      const created = await send(walk.product.demo, onePagePdf(), simple());
      await end(created);
      await withPerson({}, async ({ page }) => {
        await page.goto(urlOf(created));
        await says(page, heading);
        await expect.poll(() => page.title()).toContain(`${texts.en[heading]} · Hafenwerk`);
        expect(await entryButton({ page }).count()).toBe(0);
      });
    },
  );

  it("of somebody whose turn is later says so after the login, with the initiator's contact", async () => {
    const created = await send(walk.product.demo, onePagePdf(), simple(2), { sequential: true });
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, urlOf(created, 1));
      await says(page, "ended.turn");
    });
  });

  it("of somebody whose turn never came, since another refused, says so, with the initiator's contact", async () => {
    const created = await send(walk.product.demo, onePagePdf(), simple(2), { sequential: true });
    await refuse(created, 0);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, urlOf(created, 1));
      await says(page, "ended.refused");
    });
  });

  it("of a refused workflow leads to its summary, with the initiator's contact", async () => {
    const created = await send(walk.product.demo, onePagePdf(), simple(2));
    await refuse(created, 0);
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, urlOf(created, 1));
      await page.waitForURL(/\/summary\/revoked/);
      await says(page, "summary.revoked");
    });
  });

  it("of somebody who has signed leads to the summary, with the initiator's contact", async () => {
    const created = await send(walk.product.demo, onePagePdf(), simple(2));
    await signThrough(walk.product.demo, urlOf(created), "s_signature");
    await withPerson({}, async ({ page }) => {
      await logIn({ page }, urlOf(created));
      await page.waitForURL(/\/summary\/finished/);
      await says(page, "summary.signed");
    });
  });

  it.each(someOf(["de", "en"] as const, 2))(
    "of somebody who has signed says when the time ran out before all had, and what became of it: %s",
    async (language) => {
      const created = await send(walk.product.demo, onePagePdf(), simple(2));
      await signThrough(walk.product.demo, urlOf(created), "s_signature");
      await expire(created);
      await withPerson({ language, viewport: language === "de" ? "phone" : "desktop" }, async ({ page }) => {
        await logIn({ page, language }, urlOf(created));
        await page.getByRole("heading", { level: 1, name: texts[language]["summary.expired"] }).waitFor();
        await page.getByText(texts[language]["summary.expiredLead"]).waitFor();
        await page.getByText(texts[language]["summary.notSignedInTime"], { exact: true }).waitFor();
        // What was signed stays where it can be had.
        await page.getByRole("row").filter({ hasText: "Mietvertrag.pdf" }).getByRole("button").waitFor();
      });
    },
  );

  it.each(someOf(["de", "en"] as const, 2))(
    "of somebody who has signed leads to what they signed after the sender took it back, and who waits there hears of it: %s",
    async (language) => {
      const created = await send(walk.product.demo, onePagePdf(), simple(2));
      await signThrough(walk.product.demo, urlOf(created), "s_signature");
      const told = { language, viewport: language === "de" ? "phone" : "desktop" } as const;
      const heading = { level: 1, name: texts[language]["ended.cancelled"] } as const;
      await withPerson(told, async ({ page }) => {
        await logIn({ page, language }, urlOf(created));
        await page.getByRole("heading", { level: 1, name: texts[language]["summary.signed"] }).waitFor();
        await cancel(created);
        // The page looks again every ten seconds.
        await page.getByRole("heading", heading).waitFor({ timeout: 20_000 });
      });
      await withPerson(told, async ({ page }) => {
        const at = { page, language };
        await logIn(at, urlOf(created));
        await page.getByRole("heading", heading).waitFor();
        await page.getByText(say(at, "summary.cancelledLead", { name: "Jonas Feddersen" })).waitFor();
        await page.getByText(texts[language]["summary.wasOpen"], { exact: true }).waitFor();
        const saved = page.waitForEvent("download");
        await page.getByRole("row").filter({ hasText: "Mietvertrag.pdf" }).getByRole("button").click();
        expect((await saved).suggestedFilename()).toBe("Mietvertrag.pdf");
      });
    },
  );

  it.each(["/login/x/y", `/login/${"0".repeat(26)}/${"0".repeat(26)}`])(
    "that is none, %s, leads to / and tells nothing [S-299]",
    (path) =>
      withPerson({}, async ({ page }) => {
        await page.goto(`${walk.product.demo.baseUrl}${path}`);
        await page.waitForURL(/\/notfound$/);
        await page.getByRole("heading", { level: 1, name: texts.en["notFound.title"] }).waitFor();
      }),
  );
});

describe("a workflow that ends while somebody is at work", () => {
  it.each([
    ["expires", expire, /\/login\//, "ended.expired"],
    ["is withdrawn", cancel, /\/login\//, "ended.cancelled"],
    ["is refused by another", refuseBySecond, /\/summary\/revoked/, "summary.revoked"],
    ["was signed in another tab", signElsewhere, /\/summary\/finished/, "summary.signed"],
  ] as const)("and %s leads on to the page that says so", async (_name, end, url, heading) => {
    const created = await send(walk.product.demo, onePagePdf(), simple(2));
    await withPerson({}, async ({ page }) => {
      const at = { page };
      await openDocument(at, urlOf(created));
      await end(created);
      await button(at, "documents.signUnauthorized").click();
      await page.waitForURL(url);
      await says(page, heading);
      // The page says it: no banner beside it does so again.
      expect(await page.locator(".toast").allInnerTexts()).toEqual([]);
    });
  });
});
