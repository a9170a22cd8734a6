/** The whole journey with a form, once by keys alone and once by what a screen reader is told alone (WCAG 2.2, 2.1.1 and 4.1.2). */
import { describe, expect, it } from "vitest";
import { everyKindPdf } from "../../fixtures/every-kind.ts";
import { codeIn, nextMessage } from "../../fixtures/inbox.ts";
import { judge, textOf } from "../../fixtures/judge-pdf.ts";
import { signThrough } from "../../fixtures/signer-client.ts";
import { type At, say } from "../journey.ts";
import { focusIs, tabTo } from "../keys.ts";
import { download, person, send } from "../sender.ts";
import { startWalk } from "../walk.ts";

const walk = startWalk();

/** A form of every kind for somebody who signs with a code; another has a field in it too. */
async function invited() {
  const signer = person("a_signature", { reference: "alice" });
  const other = person("s_signature", { reference: "bob" });
  const created = await send(walk.product.demo, everyKindPdf(), [signer, other]);
  const code = async (): Promise<string> =>
    codeIn(await nextMessage(walk.product.demo.sandboxUrl, signer.phone ?? "", { channel: "sms" }));
  const file = async (): Promise<Uint8Array> => {
    await signThrough(walk.product.demo, created.signers[1]?.url ?? "", "s_signature");
    return await download(walk.product.demo, created);
  };
  return { url: created.signers[0]?.url ?? "", code, file };
}

/** What stands in the form at the end of both ways. */
function expectFilled(file: Uint8Array): void {
  expect(judge(file)).toMatchObject({
    qpdf: 0,
    signatures: ["Signature is Valid.", "Signature is Valid.", expect.anything()],
  });
  const text = textOf(file);
  for (const drawn of ["Grüße aus Łódź", "Österreich", "Dipl.-Ing."]) expect(text).toContain(drawn);
  expect(text.replaceAll(" ", "")).toContain("10115");
}

describe("the journey of an advanced signer", { timeout: 90_000 }, () => {
  it("can be gone by keys alone, from the link to the signed file", async () => {
    const { url, code, file } = await invited();
    await walk.withPerson({ language: "en-GB" }, async ({ page }) => {
      const at: At = { page };
      const { keyboard } = page;
      await page.goto(url);
      await tabTo(page, `checkbox "${say(at, "login.terms")}"`);
      await keyboard.press("Space");
      await tabTo(page, `button "${say(at, "login.continue")}"`);
      await keyboard.press("Enter");
      await tabTo(page, `button "${say(at, "credentials.confirm")}"`);
      await keyboard.press("Enter");

      await tabTo(page, `main "${say(at, "viewer.document")}"`);
      await tabTo(page, `textbox "${say(at, "viewer.onPage", { label: "Remark", n: 1 })}"`);
      await keyboard.type("Grüße aus Łódź");
      const next = async (label: string): Promise<void> => {
        await tabTo(page, `button "${say(at, "viewer.nextField")}"`);
        await keyboard.press("Enter");
        await focusIs(page, label);
      };
      // The guide has followed to the last field on the paper; after it comes the first.
      await next('textbox "Remark"');
      await next('textbox "Postcode"');
      await keyboard.type("10115");
      // Enter in a field goes on as well, and the field it leaves is no more.
      await keyboard.press("Enter");
      await focusIs(page, 'checkbox "I agree"');
      await keyboard.press("Space");
      await next('radio "Every month"');
      await keyboard.press("ArrowDown");
      await focusIs(page, 'radio "Every year" [checked]');
      await next('radio "paper"');
      await keyboard.press("Space");
      await next('combobox "Country"');
      await keyboard.press("ArrowDown");
      await keyboard.press("ArrowDown");
      await next('combobox "Title"');
      await keyboard.type("Dipl.-Ing.");
      await tabTo(page, `button "${say(at, "frame.next")}"`);
      await keyboard.press("Enter");

      await tabTo(page, `radio "${say(at, "authenticate.sms")}"`);
      await tabTo(page, `button "${say(at, "authenticate.send")}"`);
      await keyboard.press("Enter");
      await tabTo(page, `textbox "${say(at, "code.label")}"`);
      await keyboard.type(await code());
      await keyboard.press("Enter");
      await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
      await tabTo(page, `button "${say(at, "summary.name")}`);
    });
    expectFilled(await file());
  });

  it("can be gone by roles and names alone, as a screen reader tells them", async () => {
    const { url, code, file } = await invited();
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      const at: At = { page, language: "de" };
      // What is `aria-disabled` can be pressed all the same, and then says or shows why.
      const press = (name: string): Promise<void> =>
        page.getByRole("button", { name, exact: true }).click({ force: true });
      const heading = (name: string): Promise<void> =>
        page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
      await page.goto(url);
      await heading(say(at, "login.claimSignature"));
      await page.getByRole("checkbox", { name: say(at, "login.terms"), exact: true }).check();
      await press(say(at, "login.continue"));
      await heading(say(at, "credentials.title"));
      await page.getByRole("definition").filter({ hasText: "Käthe" }).waitFor();
      await press(say(at, "credentials.confirm"));

      await heading("Mietvertrag.pdf");
      const sheet = page.getByRole("article", {
        name: say(at, "viewer.pageOf", { name: "Mietvertrag.pdf", n: 1, m: 1 }),
        exact: true,
      });
      await sheet.getByText("Application").waitFor();
      await sheet
        .getByRole("img", { name: say(at, "viewer.other"), exact: true })
        .first()
        .waitFor();
      const guide = page.getByRole("complementary", { name: say(at, "viewer.fields"), exact: true });
      const goTo = (name: RegExp): Promise<void> =>
        guide
          .getByRole("navigation", { name: say(at, "viewer.fieldList"), exact: true })
          .getByRole("button", { name })
          .click();
      await goTo(/^Remark/);
      await guide.getByRole("textbox", { name: "Remark", exact: true }).fill("Grüße aus Łódź");
      await goTo(/^Postcode/);
      await guide.getByRole("textbox", { name: "Postcode", exact: true }).fill("10115");
      await goTo(/^I agree/);
      await guide.getByRole("checkbox", { name: "I agree", exact: true }).check();
      await goTo(/^Payment/);
      await guide
        .getByRole("group", { name: "Payment", exact: true })
        .getByRole("radio", { name: "Every year", exact: true })
        .check();
      await goTo(/^Title/);
      await guide.getByRole("combobox", { name: "Title", exact: true }).fill("Dipl.-Ing.");
      // What is missing is told beside the way on, and the way on leads to it.
      const onward = page.getByRole("region", { name: say(at, "viewer.wayOn"), exact: true });
      await onward.getByText(say(at, "viewer.missing", { label: "Country" }), { exact: true }).waitFor();
      await press(say(at, "frame.next"));
      await guide.getByRole("combobox", { name: "Country", exact: true }).selectOption({ label: "Österreich" });
      await guide.getByText(say(at, "viewer.filledOf", { n: 8, m: 9 }), { exact: true }).waitFor();
      await press(say(at, "frame.next"));

      await heading(say(at, "statement.title"));
      await page
        .getByRole("group", { name: say(at, "authenticate.legend") })
        .getByRole("radio", { name: say(at, "authenticate.sms"), exact: true })
        .check();
      await press(say(at, "authenticate.send"));
      await heading(say(at, "code.title"));
      await page.getByRole("textbox", { name: say(at, "code.label"), exact: true }).fill(await code());
      await press(say(at, "sign.now"));
      await page
        .getByRole("heading", { level: 1, name: say(at, "summary.signed"), exact: true })
        .waitFor({ timeout: 30_000 });
      await page.getByRole("table", { name: say(at, "summary.files"), exact: true }).waitFor({ state: "attached" });
    });
    expectFilled(await file());
  });
});
