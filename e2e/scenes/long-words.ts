/** Names, labels and reasons of other people, each one word of a hundred letters: what nobody here chose, and nothing may burst of. */
import { button, confirmToList, documentShown, logIn, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { type PassingScene, sent } from "./stage.ts";

const word = (of: string): string => of.repeat(Math.ceil(100 / of.length)).slice(0, 100);

/** The whole journey of a simple signer with two documents, and a refusal. */
export const longWords: PassingScene = async (stage) => {
  const { page, at, pass } = stage;
  const content = Buffer.from(onePagePdf({ field: `signer.${word("Wohnungsgeberbestaetigung")}` })).toString("base64");
  // The viewer shows two lines of a name; the list has it whole.
  const name = "Nutzungsvertragsanlage.pdf";
  const documents = [
    { name, content },
    { name: `${word("Hausordnung")}.pdf`, content: Buffer.from(onePagePdf()).toString("base64"), attachment_of: name },
  ];
  const { url } = await sent(stage, "s_signature", {
    signer: { first_name: word("Karla"), last_name: word("Hohenstaufen") },
    more: {
      documents,
      name: word("Dauernutzungsvertrag"),
      description: word("Einzugstermin"),
      initiator: { first_name: word("Jonas"), last_name: word("Feddersen"), email: "jonas@hafenwerk.example" },
    },
  });
  await logIn(at, url);
  await button(at, "credentials.confirm").waitFor();
  await pass("long-credentials");
  await button(at, "refusal.open").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(word("Widerspruch"));
  await pass("long-refusal");
  await dialog.getByRole("button", { name: say(at, "refusal.cancel"), exact: true }).click();
  await button(at, "credentials.confirm").click();
  const confirm = async (row: number, screen?: string): Promise<void> => {
    await page.getByRole("row").nth(row).getByRole("button").click();
    await documentShown(at);
    const box = page.getByRole("complementary", { name: say(at, "viewer.fields") }).getByRole("textbox");
    if ((await box.count()) > 0) await box.fill(word("Klabautermann"));
    if (screen !== undefined) await pass(screen);
    await confirmToList(at);
    await page.getByRole("row").nth(row).getByText(say(at, "documents.confirmed"), { exact: true }).waitFor();
  };
  await page.getByRole("row").nth(2).waitFor();
  await pass("long-documents");
  await confirm(1, "long-field");
  await confirm(2);
  await button(at, "documents.signUnauthorized").click();
  await button(at, "sign.now").waitFor();
  await pass("long-statement");
  await button(at, "sign.now").click();
  await page.waitForURL(/\/summary\/finished/, { timeout: 30_000 });
  await page.locator("tbody .file").nth(2).waitFor({ timeout: 60_000 });
  await pass("long-finished");
};
