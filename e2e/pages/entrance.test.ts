/** The doors of the web: routes, guards, login, footer. */
import { describe, expect, it } from "vitest";
import type { Person } from "../browser.ts";
import { button, confirmDetails, entryButton, logIn, say, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { call, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk({
  SIEGEL_PROVIDER_NAME: "Vertrauensdienst Nord",
  SIEGEL_IMPRINT_EN: "Nordkai 3, 20457 Hamburg, HRB 4711",
  SIEGEL_PRIVACY_EN: "We keep what a signature needs and nothing else.",
});
const { withPerson } = walk;
const open = async (path: string, page: Person["page"]): Promise<void> => {
  await page.goto(`${walk.product.demo.baseUrl}${path}`);
};
const storage = (page: Person["page"]): Promise<Record<string, string>> =>
  page.evaluate(() => ({ ...localStorage, ...sessionStorage }));

describe("routes", () => {
  it.each(["/no/such/page", "/workflow"])("%s leads to /notfound with a text and an image [S-019] [S-020]", (path) =>
    withPerson({}, async ({ page }) => {
      await open(path, page);
      await page.waitForURL(/\/notfound$/);
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(texts.en["notFound.title"]);
      expect(await page.getByRole("img", { name: texts.en["notFound.image"] }).isVisible()).toBe(true);
    }),
  );

  it.each(["de", "en"] as const)(
    "/ leads to /notfound, which says in %s what this is, what one needs, and where the inbox of this test environment is [S-018] [S-020]",
    (language) =>
      withPerson({ language }, async ({ page }) => {
        const said = texts[language];
        await open("/", page);
        await page.waitForURL(/\/notfound$/);
        for (const shown of ["first", "after a reload"]) {
          expect([shown, await page.getByRole("heading", { level: 1 }).innerText()]).toEqual([
            shown,
            said["start.title"],
          ]);
          await page.getByText(said["start.lead"]).waitFor();
          expect(await page.getByRole("img", { name: said["start.image"] }).isVisible()).toBe(true);
          await page.reload();
          await page.getByRole("img").waitFor();
        }
        const inbox = page.getByRole("link", { name: said["start.inbox"] });
        expect(await inbox.getAttribute("href")).toBe(walk.product.demo.sandboxUrl);
        for (const [key, title] of [
          ["trust", "trust.title"],
          ["certificates", "owner.title"],
        ] as const) {
          await page
            .getByRole("main")
            .getByRole("link", { name: said[`start.${key}`] })
            .click();
          await page.getByRole("heading", { level: 1, name: said[title] }).waitFor();
          await page.goBack();
        }
        await page.getByRole("link", { name: said["start.api"] }).click();
        await page.waitForURL(/\/api\/docs$/);
      }),
  );

  it("imprint and privacy are public, and a footer with year, provider and both links stands on them [S-013] [S-014] [S-015] [S-036] [S-037]", () =>
    withPerson({}, async ({ page }) => {
      for (const [path, link, text] of [
        ["/imprint", "frame.imprint", "Nordkai 3, 20457 Hamburg"],
        ["/privacy_policy", "frame.privacy", "We keep what a signature needs"],
      ] as const) {
        await open("/notfound", page);
        const footer = page.getByRole("contentinfo");
        await footer.getByText(`© ${new Date().getFullYear()} Vertrauensdienst Nord`).waitFor();
        await footer.getByRole("link", { name: texts.en[link] }).click();
        await page.waitForURL(`**${path}`);
        await page.getByRole("heading", { level: 1 }).waitFor();
        await page.getByText(text).waitFor();
      }
    }));

  it("a workflow page without a session, and summaries without their flag, lead away [S-025] [S-034] [S-035]", () =>
    withPerson({}, async ({ page }) => {
      const { workflow_id, signers } = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      for (const path of [
        `/workflow/${workflow_id}/${signers[0]?.signer_id}/credentials`,
        "/summary/finished",
        "/summary/revoked",
      ]) {
        await open(path, page);
        await page.waitForURL(/\/notfound$/);
      }
    }));

  it.each(["/summary/finished", "/summary/revoked"])(
    "%s needs its flag also within a session [S-034] [S-035]",
    async (path) => {
      const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
      await withPerson({}, async ({ page }) => {
        await logIn({ page }, created.signers[0]?.url ?? "");
        await button({ page }, "credentials.confirm").waitFor();
        await open(path, page);
        await page.waitForURL(/\/notfound$/);
      });
    },
  );
});

describe("login", () => {
  it("shows logo, colour and kind of signature; the terms open the button [S-022] [S-041] [S-042] [S-043] [S-045] [S-047]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("a_signature")]);
    await withPerson({}, async ({ page }) => {
      await page.goto(created.signers[0]?.url ?? "");
      await page.getByText(texts.en["type.a_signature"]).waitFor();
      const brand = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--color-brand-fill").trim().toLowerCase(),
      );
      expect(brand).toMatch(/^#[0-9a-f]{6}$/);
      const checked = await call(walk.product.demo, "POST", "/api/workflow/checkWorkflow", {
        workflow_id: created.workflow_id,
        signer_id: created.signers[0]?.signer_id,
      });
      const { whitelabeling_pack: pack } = checked.body.data as { whitelabeling_pack: { style: string; logo: string } };
      expect(pack.style.toLowerCase()).toBe(brand);
      expect(pack.logo).toMatch(/^data:image/);
      expect(await page.locator("header img").first().getAttribute("src")).toBe(pack.logo);
      const submit = entryButton({ page });
      await expect.poll(() => submit.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("checkbox").check();
      expect(await submit.getAttribute("aria-disabled")).not.toBe("true");
      expect(await page.getByLabel(texts.en["login.password"], { exact: true }).count()).toBe(0);
    });
  });

  it("asks a seal for no terms, and for the password only where there is one; a wrong one is said [S-044] [S-046]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("a_seal", { organisation: "Hafenwerk" })], {
      password: "Speicherstadt-8",
    });
    await withPerson({}, async ({ page }) => {
      await page.goto(created.signers[0]?.url ?? "");
      const field = page.getByLabel(texts.en["login.password"], { exact: true });
      await field.fill("Speicherstadt-9");
      expect(await page.getByRole("checkbox").count()).toBe(0);
      await entryButton({ page }).click();
      await page.getByRole("alert").filter({ hasText: texts.en["Responses.WRONG_PASSWORD"] }).first().waitFor();
      await field.fill("Speicherstadt-8");
      await entryButton({ page }).click();
      await page.waitForURL(/\/credentials$/);
    });
  });

  it("keeps header, workflow, user and language in browser storage, and entering a login clears the session [S-023] [S-059] [S-287]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    const url = created.signers[0]?.url ?? "";
    await withPerson({}, async ({ page }) => {
      // Nobody touches the switch: the language is kept as soon as the page is opened.
      await page.goto(url);
      await entryButton({ page }).waitFor();
      await expect.poll(async () => (await storage(page)).language).toBe('"en"');
      await logIn({ page }, url);
      await page.waitForURL(/\/credentials$/);
      const stored = await storage(page);
      expect(JSON.parse(stored.header ?? "{}")).toMatchObject({
        workflow_id: created.workflow_id,
        accessToken: expect.any(String),
      });
      expect(Object.keys(stored)).toEqual(expect.arrayContaining(["header", "workflow", "user", "language"]));
      await page.goto(url);
      await entryButton({ page }).waitFor();
      expect((await storage(page)).header).toBeUndefined();
    });
  });

  it("two links in two tabs are two sessions, and neither ends the other", async () => {
    const [first, second] = await Promise.all([
      send(walk.product.demo, onePagePdf(), [person("s_signature")]),
      send(walk.product.demo, onePagePdf(), [person("s_signature")]),
    ]);
    await withPerson({}, async ({ page, context }) => {
      const other = await context.newPage();
      await logIn({ page }, first.signers[0]?.url ?? "");
      await button({ page }, "credentials.confirm").waitFor();
      await logIn({ page: other }, second.signers[0]?.url ?? "");
      for (const [tab, sent] of [
        [page, first],
        [other, second],
      ] as const) {
        await tab.reload();
        await confirmDetails({ page: tab });
        await button({ page: tab }, "documents.signUnauthorized").click();
        await button({ page: tab }, "sign.now").click();
        await tab.waitForURL(/\/summary\/finished/);
        expect(JSON.parse((await storage(tab)).header ?? "{}")).toMatchObject({ workflow_id: sent.workflow_id });
      }
    });
  });

  it("/notfound ends the session in the browser and on the server [S-021]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({}, async ({ page, context }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await page.waitForURL(/\/credentials$/);
      const { accessToken } = JSON.parse((await storage(page)).header ?? "{}") as { accessToken: string };
      const cookie = (await context.cookies()).map((c) => `${c.name}=${c.value}`).join("; ");
      const ask = (): Promise<Response> =>
        fetch(`${walk.product.demo.baseUrl}/api/files/getWorkflowFiles`, {
          headers: { authorization: `Bearer ${accessToken}`, cookie },
        });
      expect((await ask()).status).toBe(200);
      await open("/notfound", page);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(async () => (await ask()).status).toBe(401);
      expect((await storage(page)).header).toBeUndefined();
    });
  });

  it("an ended session logs out and goes to / [S-288]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({}, async ({ page, context }) => {
      await logIn({ page }, created.signers[0]?.url ?? "");
      await button({ page }, "credentials.confirm").waitFor();
      await context.clearCookies();
      await button({ page }, "credentials.confirm").click();
      await page.waitForURL(/\/notfound$/);
      expect((await storage(page)).header).toBeUndefined();
    });
  });

  it("an unknown link goes to /, a finished one to its summary [S-050] [S-058]", async () => {
    const signer = person("s_signature");
    const created = await send(walk.product.demo, onePagePdf(), [signer]);
    const url = created.signers[0]?.url ?? "";
    await withPerson({}, async ({ page }) => {
      await page.goto(url.replace(created.workflow_id, "0".repeat(26)));
      await page.waitForURL(/\/notfound$/);
      await logIn({ page }, url);
      await confirmDetails({ page });
      await button({ page }, "documents.signUnauthorized").click();
      await button({ page }, "sign.now").click();
      await page.waitForURL(/\/summary\/finished/);
    });
    await withPerson({}, async ({ page }) => {
      await page.goto(url);
      // Who has signed is asked for nothing that is done.
      await page.getByRole("heading", { level: 1, name: say({ page }, "login.claimAgain") }).waitFor();
      await logIn({ page }, url);
      await page.waitForURL(/\/summary\/finished/);
      await page.getByText(say({ page }, "summary.finishedAlone")).waitFor();
    });
  });
});
