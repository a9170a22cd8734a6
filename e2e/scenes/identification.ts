/** Identification by ID card: the pages from the choice of a way to the code, and what stands there when a name is in doubt or it fails. */
import { playPage } from "../../fixtures/identified-browser.ts";
import { choose, choosePassword, press, toWays, word } from "../identification/steps.ts";
import { button } from "../journey.ts";
import { sentQualified } from "../qualified-signer.ts";
import { type PassingScene, type PassingStage, type Scene, stopClock } from "./stage.ts";

const invited = { first_names: "KATHARINA", last_name: "BRUECKNER", birth_name: "" };

/** A signer before the ways to identify. */
async function toCard({ page, at, product: { demo } }: PassingStage): Promise<string> {
  const { url } = await sentQualified(demo, "q_signature");
  await toWays(at, url);
  await choose(at, "identification.card");
  await button(at, "frame.next").click();
  await page.waitForURL(/\/identify\/ausweisapp2$/);
  await page.getByRole("button", { name: word(at, "identification.openApp"), exact: true }).waitFor();
  return page.url();
}

/** The app reads a card, and sends the browser back. */
async function readCard(
  { page, at }: PassingStage,
  person: Record<string, string>,
  outcome = "succeed",
): Promise<void> {
  await page.route("**/eID-Client?**", (route) => route.fulfill({ status: 204 }));
  const opened = page.waitForRequest("**/eID-Client?**");
  await press(at, "identification.openApp");
  await page.goto(await playPage((await opened).url(), { person, outcome }));
}

/** The card's page, and that of somebody who is back, up to the documents. */
export const identification: Scene = async (stage) => {
  const { page, at, show, pass } = stage;
  const card = await toCard(stage);
  await show("identify-card");
  await stopClock(page);
  await press(at, "identification.showCode");
  await page.getByText(word(at, "identification.scan")).waitFor();
  await pass("identify-phone");
  await page.goto(card);
  await readCard(stage, invited);
  await page.getByText(word(at, "identification.youDid")).waitFor();
  // It names the minute.
  await pass("identified");
  await choosePassword(at, { number: "15123456748" });
  await show("identified-documents");
};

/** A card that says another name, and one that has expired. */
export const identificationFailing: PassingScene = async (stage) => {
  const { page, at, pass } = stage;
  const card = await toCard(stage);
  await readCard(stage, invited, "expired");
  await page.getByText(word(at, "identification.wrong")).waitFor();
  await pass("identified-wrong");
  await page.goto(card);
  await readCard(stage, { ...invited, last_name: "MUSTERMANN" });
  await page.getByText(word(at, "identification.doubtfulFirst")).waitFor();
  await pass("identified-doubtful");
};
