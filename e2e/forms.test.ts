/** A form of every kind, filled in on a desktop and on a phone, then signed by two; read by programs nobody here wrote. */
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { everyKindPdf } from "../fixtures/every-kind.ts";
import { judge, textOf } from "../fixtures/judge-pdf.ts";
import { inFolderOf, runTool } from "../fixtures/outside-tool.ts";
import { signThrough as signOverHttp } from "../fixtures/signer-client.ts";
import { type At, button, openDocument, say } from "./journey.ts";
import { download, person, send } from "./sender.ts";
import { violationsOf } from "./violations.ts";
import { startWalk } from "./walk.ts";

const walk = startWalk();
const document = "Mietvertrag.pdf";
const at = (x: number, width: number) => [x, 580, width, 20] as [number, number, number, number];
const placed = [
  { document, kind: "date" as const, page: 1, rect: at(72, 120), name: "Geburtsdatum", required: true },
  { document, kind: "initials" as const, page: 1, rect: at(220, 60), name: "Kürzel" },
  { document, kind: "choice" as const, page: 1, rect: at(300, 120), name: "Farbe", options: ["Rot", "Grün"] },
  { document, kind: "checkbox" as const, page: 1, rect: at(440, 20), name: "Einverstanden", required: true },
];

/** The form for `alice`, opened in her browser. */
async function opened(page: Page, language: "de" | "en"): Promise<{ readonly at: At; readonly created: Created }> {
  const signers = [
    person("s_signature", { reference: "alice", fields: placed }),
    person("s_signature", { reference: "bob", last_name: "Zweite" }),
  ];
  const created = await send(walk.product.demo, everyKindPdf(), signers);
  const here: At = { page, language };
  await openDocument(here, created.signers[0]?.url ?? "");
  await onPage(here, "Postcode").waitFor();
  return { at: here, created };
}

type Created = Awaited<ReturnType<typeof send>>;

/** A control on the paper, by its name. */
const onPage = (here: At, label: string): Locator =>
  here.page.getByRole("main").getByLabel(say(here, "viewer.onPage", { label, n: 1 }), { exact: true });

/** From a filled form to the signed file, both signers. */
async function signed(here: At, created: Created): Promise<Uint8Array> {
  await button(here, "documents.signUnauthorized").click();
  await button(here, "sign.now").click();
  await here.page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  await signOverHttp(walk.product.demo, created.signers[1]?.url ?? "", "s_signature");
  return await download(walk.product.demo, created);
}

/** Values of the fields as qpdf tells them, by the last part of their names. */
function valuesOf(bytes: Uint8Array): Record<string, unknown> {
  const told = inFolderOf(
    { "a.pdf": bytes },
    (folder) => runTool("qpdf", "--json", "--json-key=acroform", `${folder}/a.pdf`).out,
  );
  const { acroform } = JSON.parse(told) as { acroform: { fields: { fullname: string; value: unknown }[] } };
  return Object.fromEntries(acroform.fields.map(({ fullname, value }) => [fullname.split(".").at(-1), value]));
}

const sound = {
  qpdf: 0,
  signatures: ["Signature is Valid.", "Signature is Valid.", expect.anything()],
  subFilters: ["ETSI.CAdES.detached", "ETSI.CAdES.detached", expect.anything()],
};

describe("a form of every kind", { timeout: 60_000 }, () => {
  it("is filled in on the page with mouse and keys, and signed by two [S-095] [S-097] [S-100] [S-101]", async () => {
    await walk.withPerson({ language: "de-DE" }, async ({ page }) => {
      const { at: here, created } = await opened(page, "de");
      expect(await page.getByText("4711").count()).toBe(0);
      await onPage(here, "Remark").fill("Grüße\naus Łódź");
      await onPage(here, "Postcode").fill("10115");
      await onPage(here, "I agree").first().check();
      expect(await onPage(here, "I agree").last().isChecked()).toBe(true);
      await onPage(here, "Payment: Every year").focus();
      await page.keyboard.press("Space");
      await onPage(here, "Payment: Every month").first().check();
      expect(await onPage(here, "Payment: Every month").last().isChecked()).toBe(true);
      expect(await onPage(here, "Payment: Every year").isChecked()).toBe(false);
      await onPage(here, "Country").selectOption({ label: "Österreich" });
      await onPage(here, "Title").fill("Dipl.-Ing.");
      await onPage(here, "Geburtsdatum").pressSequentially("30022001");
      expect(await onPage(here, "Geburtsdatum").inputValue()).toBe("30.02.2001");
      await page.getByText(say(here, "entry.no-date")).waitFor();
      // A day that no calendar has looks wrong at once on the paper as well, and says why.
      expect(await onPage(here, "Geburtsdatum").getAttribute("aria-invalid")).toBe("true");
      expect(await onPage(here, "Geburtsdatum").getAttribute("title")).toBe(say(here, "entry.no-date"));
      expect(await onPage(here, "Geburtsdatum").getAttribute("class")).not.toContain("done");
      expect(await button(here, "documents.signUnauthorized").getAttribute("aria-disabled")).toBe("true");
      await onPage(here, "Geburtsdatum").fill("28.02.2001");
      await onPage(here, "Kürzel").fill("KGŁ");
      await onPage(here, "Farbe").selectOption("Grün");
      expect(await button(here, "documents.signUnauthorized").getAttribute("aria-disabled")).toBe("true");
      await onPage(here, "Einverstanden").check();
      expect(await violationsOf(page)).toEqual([]);
      await page.reload();
      await onPage(here, "Postcode").waitFor();
      expect(await onPage(here, "Payment: Every month").last().isChecked()).toBe(true);
      const file = await signed(here, created);
      expect(judge(file)).toEqual(sound);
      expect(valuesOf(file)).toMatchObject({
        agree: "/Jä",
        rate: "/month",
        country: "u:at",
        Geburtsdatum: "u:28.02.2001",
        Einverstanden: "/Yes",
        ok: "/Yes",
        fixed: "u:4711",
      });
      const text = textOf(file);
      for (const drawn of ["Grüße", "aus Łódź", "Österreich", "Dipl.-Ing.", "28.02.2001", "KGŁ", "Grün"])
        expect(text).toContain(drawn);
      expect(text.replaceAll(" ", "")).toContain("10115");
    });
  });

  it("is filled in on a phone in the sheet alone, field by field, with room for fingers", async () => {
    await walk.withPerson({ viewport: "phone" }, async ({ page }) => {
      const { at: here, created } = await opened(page, "en");
      const sheet = page.getByRole("complementary", { name: say(here, "viewer.fields") });
      const next = sheet.getByRole("button", { name: say(here, "viewer.nextField"), exact: true });
      const steps: readonly (readonly [string, (control: Locator) => Promise<unknown>])[] = [
        ["Postcode", (control) => control.fill("20457")],
        ["I agree", (control) => control.check()],
        ["Every year", (control) => control.check()],
        ["mail", (control) => control.check()],
        ["Country", (control) => control.selectOption("ch")],
        ["Title", (control) => control.fill("Prof.")],
        ["Size", (control) => control.selectOption("L")],
        ["Extras", (control) => control.fill("none")],
        ["Geburtsdatum", (control) => control.pressSequentially("29022000")],
        ["Kürzel", (control) => control.fill("ab")],
        ["Farbe", (control) => control.selectOption("Rot")],
        ["Einverstanden", (control) => control.check()],
      ];
      await sheet.getByRole("button", { name: say(here, "viewer.fillIn"), exact: true }).click();
      for (const [label, fill] of steps) {
        const control = sheet.getByLabel(label, { exact: true });
        // Of a box or a button, its label is to be hit too.
        const isTick = /checkbox|radio/.test((await control.getAttribute("type")) ?? "");
        const target = await (isTick ? control.locator("xpath=..") : control).boundingBox();
        expect(target?.height, label).toBeGreaterThanOrEqual(44);
        await fill(control);
        if (label !== "Einverstanden") await next.click();
      }
      expect(await violationsOf(page)).toEqual([]);
      const file = await signed(here, created);
      expect(judge(file)).toEqual(sound);
      expect(valuesOf(file)).toMatchObject({
        rate: "/year",
        letter: "/mail",
        country: "u:ch",
        Geburtsdatum: "u:29.02.2000",
      });
      expect(textOf(file)).toContain("Switzerland");
    });
  });
});
