/** Which language the pages speak, and that it can be chosen on each of them (signer-side.md §1). */
import { describe, expect, it } from "vitest";
import type { Person } from "../browser.ts";
import { button, confirmDetails, entryButton, logIn, texts } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();
const { withPerson } = walk;
const open = async (path: string, page: Person["page"]): Promise<void> => {
  await page.goto(`${walk.product.demo.baseUrl}${path}`);
};

/** Both languages can be chosen in the footer of the page as it stands, by their own names. */
async function switchInFooter(page: Person["page"]): Promise<void> {
  for (const name of ["Deutsch", "English"]) {
    const choice = page.getByRole("contentinfo").getByRole("button", { name, exact: true });
    expect([page.url(), name, await choice.isVisible()]).toEqual([page.url(), name, true]);
  }
}

describe("language", () => {
  it.each([
    ["de-AT", "de"],
    ["fr-FR", "en"],
    ["en-US", "en"],
  ] as const)("a browser set to %s reads %s [S-008]", (locale, language) =>
    withPerson({ language: locale }, async ({ page }) => {
      await open("/notfound", page);
      await page.getByRole("heading", { name: texts[language]["notFound.title"] }).waitFor();
      expect(await page.getAttribute("html", "lang")).toBe(language);
    }),
  );

  it("the switch in the footer wins and is remembered [S-012] [S-008]", () =>
    withPerson({ language: "en-GB" }, async ({ page }) => {
      await open("/notfound", page);
      await page.getByRole("contentinfo").getByRole("button", { name: "Deutsch" }).click();
      await page.getByRole("heading", { name: texts.de["notFound.title"] }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: texts.de["notFound.title"] }).waitFor();
    }));

  it("the stored language of the signer rules from the login to the end where the person chose none; every footer has the switch [S-011] [S-012]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { language: "de" })]);
    await withPerson({ language: "en-GB" }, async ({ page }) => {
      const at = { page, language: "de" } as const;
      const url = created.signers[0]?.url ?? "";
      await page.goto(url);
      await entryButton(at).waitFor();
      await switchInFooter(page);
      await logIn(at, url);
      await page.getByRole("heading", { name: texts.de["credentials.title"] }).waitFor();
      await page.reload();
      await page.getByRole("heading", { name: texts.de["credentials.title"] }).waitFor();
      await switchInFooter(page);
      await confirmDetails(at);
      await button(at, "documents.signUnauthorized").waitFor();
      await switchInFooter(page);
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      await switchInFooter(page);
      await button(at, "sign.now").click();
      await page.getByRole("heading", { name: texts.de["summary.finishedAlone"] }).waitFor();
      await switchInFooter(page);
    });
  });

  it("a choice made on the login page holds after it, whatever the sender named [S-008] [S-011]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature", { language: "de" })]);
    await withPerson({ language: "de-DE" }, async ({ page }) => {
      await page.goto(created.signers[0]?.url ?? "");
      await page.getByRole("contentinfo").getByRole("button", { name: "English" }).click();
      await logIn({ page }, created.signers[0]?.url ?? "");
      await page.getByRole("heading", { name: texts.en["credentials.title"] }).waitFor();
    });
  });
});
