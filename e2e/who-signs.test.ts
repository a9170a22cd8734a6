/** What the pages say of "everyone", and of signing, to who signs alone, with others, or seals. */
import { describe, expect, it } from "vitest";
import { signThrough } from "../fixtures/signer-client.ts";
import { someOf } from "../fixtures/slow-run.ts";
import { type At, button, confirmDetails, logIn, openRefusal, say } from "./journey.ts";
import { onePagePdf } from "./pdf.ts";
import { person, send } from "./sender.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const { withPerson } = walk;

const told = (at: At): Promise<string> => at.page.getByRole("main").innerText();

/** What the dialog that declines says the end of it is. */
async function endToldBy(at: At): Promise<string> {
  const { dialog } = await openRefusal(at, null);
  const words = await dialog.innerText();
  await dialog.getByRole("button", { name: say(at, "refusal.cancel") }).click();
  return words;
}

const jonas = { name: "Jonas Feddersen" };

describe.each(someOf(["en", "de"] as const, 2))("what is said of the others, in %s", (language) => {
  it("is nothing to who signs alone", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature")]);
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, created.signers[0]?.url ?? "");
      await button(at, "credentials.confirm").waitFor();
      expect(await endToldBy(at)).toContain(say(at, "refusal.leadAlone", jonas));
      await confirmDetails(at);
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      expect(await told(at)).not.toContain(say(at, "statement.others"));
      expect(await told(at)).toContain(say(at, "statement.copy"));
      await button(at, "sign.now").click();
      await page.getByRole("heading", { level: 1, name: say(at, "summary.finishedAlone") }).waitFor();
      // A simple signature carries no certificate of its signer: there is none to have revoked.
      expect(await page.getByRole("link", { name: say(at, "summary.revoke") }).count()).toBe(0);
    });
  });

  it("is to the first of two that they come, to the last that they have", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [
      person("s_signature"),
      person("s_signature", {
        fields: [{ document: "Mietvertrag.pdf", kind: "text", page: 1, rect: [60, 300, 200, 24], required: false }],
      }),
    ]);
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, created.signers[0]?.url ?? "");
      await button(at, "credentials.confirm").waitFor();
      expect(await endToldBy(at)).toContain(say(at, "refusal.lead", jonas));
      await confirmDetails(at);
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      expect(await told(at)).toContain(say(at, "statement.others"));
      expect(await told(at)).toContain(say(at, "statement.copyAfterOthers"));
    });
    await signThrough(walk.product.demo, created.signers[0]?.url ?? "", "s_signature");
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, created.signers[1]?.url ?? "");
      await confirmDetails(at);
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      expect(await told(at)).not.toContain(say(at, "statement.others"));
      await button(at, "sign.now").click();
      await page.getByRole("heading", { level: 1, name: say(at, "summary.finished") }).waitFor();
    });
  });

  it("is not that they may fill something in where they have no fields", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("s_signature"), person("s_signature")]);
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, created.signers[0]?.url ?? "");
      await confirmDetails(at);
      await button(at, "documents.signUnauthorized").click();
      await button(at, "sign.now").waitFor();
      expect(await told(at)).not.toContain(say(at, "statement.others"));
      expect(await told(at)).toContain(say(at, "statement.copyAfterOthers"));
    });
  });

  it("is how many of them are still missing, to who has signed", async () => {
    const three = [person("s_signature"), person("s_signature"), person("s_signature")];
    const created = await send(walk.product.demo, onePagePdf(), three);
    const [first = "", second = ""] = created.signers.map(({ url }) => url);
    await signThrough(walk.product.demo, first, "s_signature");
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, first);
      await page.getByText(say(at, "summary.openMore", { n: 2 })).waitFor();
      await signThrough(walk.product.demo, second, "s_signature");
      await page.reload();
      await page.getByText(say(at, "summary.openOne")).waitFor();
    });
  });

  it("and of signing nothing to who seals; the certificate to revoke is their organisation's [S-162]", async () => {
    const created = await send(walk.product.demo, onePagePdf(), [person("a_seal")]);
    const url = created.signers[0]?.url ?? "";
    await withPerson({ language }, async ({ page }) => {
      const at = { page, language };
      await logIn(at, url);
      await button(at, "credentials.confirm").waitFor();
      expect(await told(at)).not.toMatch(/nterschr|\bsign/i);
      await signThrough(walk.product.demo, url, "a_seal");
      await page.reload();
      await page.getByRole("heading", { level: 1, name: say(at, "summary.finishedSeal") }).waitFor();
      await page.getByRole("link", { name: say(at, "summary.checkHow") }).waitFor();
      await page.getByRole("link", { name: say(at, "summary.revokeSeal") }).waitFor();
    });
  });
});
