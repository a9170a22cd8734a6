/** Documents: one with a form, one of many pages, several with attachments. */
import { everyKindPdf } from "../../fixtures/every-kind.ts";
import {
  type At,
  button,
  confirmDetails,
  confirmToList,
  documentShown,
  logIn,
  openDocument,
  say,
  unfoldFields,
} from "../journey.ts";
import { manyPagesPdf, onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { expires_at, type PassingScene, type PassingStage, type Scene, sent, somebody } from "./stage.ts";

/** A document with a form, and the guide at a field of each kind. */
export const form: Scene = async ({ page, at, show, pass, product }) => {
  const signers = [
    person("s_signature", { ...somebody, reference: "alice" }),
    person("s_signature", { reference: "bob" }),
  ];
  const created = await send(product.demo, everyKindPdf(), signers, { expires_at, mark: "none" });
  await openDocument(at, created.signers[0]?.url ?? "");
  await show("form");
  // On a phone the way leads to the fields; elsewhere it says what is missing instead of being dead.
  await unfoldFields(at);
  const way = button(at, "documents.signUnauthorized");
  if (await way.isVisible()) await way.click({ force: true });
  await show("form-incomplete");
  const guide = page.getByRole("complementary", { name: say(at, "viewer.fields") });
  await guide.getByLabel("Postcode", { exact: true }).fill("10115");
  await pass("form-text");
  for (const kind of ["box", "group", "group-that-can-be-left", "list", "list-with-other-words"]) {
    await guide.getByRole("button", { name: say(at, "viewer.nextField"), exact: true }).click();
    await pass(`form-${kind}`);
    const tick = guide.locator("form").getByRole(kind.startsWith("group") ? "radio" : "checkbox");
    if ((await tick.count()) > 0) await tick.first().check();
    const list = guide.getByLabel("Country", { exact: true });
    if ((await list.count()) > 0) await list.selectOption("at");
  }
};

/** A document of many pages, its tools, and the act without a code. */
export const viewer: Scene = async (stage) => {
  const { page, at, show, pass, product } = stage;
  const created = await send(product.demo, manyPagesPdf(12), [person("s_signature", somebody)], { expires_at });
  await openDocument(at, created.signers[0]?.url ?? "");
  await page.keyboard.press("Control+f");
  // Found on the page that is shown: nothing scrolls.
  await page.getByRole("searchbox").fill("Nutzung");
  await page
    .getByRole("search")
    .getByText(new RegExp(`^${say(at, "viewer.hits", { n: 1, m: "\\d+" })}$`))
    .waitFor();
  await show("viewer-search");
  await page.getByRole("searchbox").fill("gibt es nicht");
  await page.getByText(say(at, "viewer.noHits")).waitFor();
  await pass("viewer-search-without-hit");
  await page.keyboard.press("Escape");
  // On a phone the tools stand in a row of their own.
  const more = button(at, "viewer.more");
  if (await more.isVisible()) await more.click();
  await pass("viewer-tools");
  await button(at, "viewer.pages").click();
  const strip = page.getByRole("navigation", { name: say(at, "viewer.pages") });
  await strip.locator("canvas").first().waitFor();
  await pass("viewer-pages");
  await button(at, "viewer.pages").click();
  await strip.waitFor({ state: "detached" });
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  await show("confirm");
};

/** Pages that the server draws, on a device with little memory; one of them it does not manage. */
export const pictures: PassingScene = async (stage) => {
  const { page, context, at, pass } = stage;
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "deviceMemory", { get: () => 2 }));
  const notDrawn = { success: false, code: "PAGE_NOT_DRAWN", data: [] };
  const undrawn = /\/pages\/1\/picture/;
  await logIn(at, (await sent(stage, "s_signature")).url);
  await confirmDetails(at);
  await page.locator('[data-page="1"][aria-busy="false"] img').waitFor();
  await pass("viewer-as-pictures");
  await page.route(undrawn, (route) => route.fulfill({ status: 422, json: notDrawn }));
  await page.reload();
  await page.locator(".paper .late").waitFor();
  await pass("viewer-picture-not-drawn");
  await page.unroute(undrawn);
};

const contract = "Mietvertrag.pdf";

async function sentSeveral(stage: PassingStage, type: "s_signature" | "a_signature"): Promise<string> {
  const content = Buffer.from(onePagePdf()).toString("base64");
  const documents = [
    { name: contract, content },
    { name: "Übergabeprotokoll.pdf", content, attachment_of: contract },
    { name: "Hausordnung.pdf", content, attachment_of: contract, sign: false },
    { name: "Datenschutzhinweise_fuer_Mitglieder_der_Wohnungsbaugenossenschaft.pdf", content },
  ];
  return (await sent(stage, type, { more: { documents } })).url;
}

const rowOf = ({ page }: At, name: RegExp) => page.getByRole("row").filter({ hasText: name });

/** The list of several documents, two of them attachments and one of these shown only. */
export const several: Scene = async (stage) => {
  const { at, show } = stage;
  await logIn(at, await sentSeveral(stage, "a_signature"));
  await confirmDetails(at);
  await rowOf(at, /Hausordnung/).waitFor();
  await show("documents-several");
};

/** The same, read and signed. */
export const attachments: PassingScene = async (stage) => {
  const { page, at, pass } = stage;
  await logIn(at, await sentSeveral(stage, "s_signature"));
  await confirmDetails(at);
  const read = async (name: RegExp, key: "viewer.confirm" | "viewer.confirmRead", shown?: string): Promise<void> => {
    await rowOf(at, name).getByRole("button").click();
    await documentShown(at);
    if (shown !== undefined) await pass(shown);
    await confirmToList(at, key);
    await rowOf(at, name).getByText(say(at, "documents.confirmed"), { exact: true }).waitFor();
  };
  await read(/^Mietvertrag/, "viewer.confirm", "document-without-fields");
  await pass("documents-one-confirmed");
  await read(/Hausordnung/, "viewer.confirmRead", "document-for-reading");
  await read(/Übergabe/, "viewer.confirm");
  await read(/Datenschutz/, "viewer.confirm");
  await pass("documents-all-confirmed");
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  await pass("confirm-with-attachments");
  await button(at, "sign.now").click();
  await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  // Four documents and the report.
  await page.locator("tbody .file").nth(4).waitFor({ timeout: 60_000 });
  await pass("finished-with-attachments");
};
