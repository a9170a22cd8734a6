/** What others do: sign before or after oneself, or decline. */
import { logIn as openLink, signThrough } from "../../fixtures/signer-client.ts";
import { logIn, say } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { expire, expires_at, type PassingStage, type Scene, somebody } from "./stage.ts";

async function ofTwo({ product }: PassingStage, sequential: boolean) {
  const two = [person("s_signature", somebody), person("s_signature", { ...somebody, email: "zweite@example.org" })];
  const created = await send(product.demo, onePagePdf(), two, { sequential, expires_at });
  return { created, first: created.signers[0]?.url ?? "", second: created.signers[1]?.url ?? "" };
}

const msg = "Die Miete stimmt nicht.";

async function declineBy(link: string): Promise<void> {
  const other = await openLink(link);
  await other.call("POST", `signing/revokeWorkflow/${other.workflowId}/${other.signerId}`, { msg });
}

/** A link before its turn, which then never comes. */
export const later: Scene = async (stage) => {
  const { at, page, show, pass } = stage;
  const { first, second } = await ofTwo(stage, true);
  await logIn(at, second);
  await page.getByText(say(at, "ended.turn")).waitFor();
  await show("ended-not-your-turn");
  await declineBy(first);
  await logIn(at, second);
  await page.getByText(say(at, "ended.refused")).waitFor();
  await pass("ended-refused-before");
};

/** Signed, while another has not, and never does. */
export const waiting: Scene = async (stage) => {
  const { at, page, show, pass } = stage;
  const { created, first } = await ofTwo(stage, false);
  await signThrough(stage.product.demo, first, "s_signature");
  await logIn(at, first);
  await page.waitForURL(/\/summary\/finished/);
  await page.locator("tbody .file").first().waitFor();
  await show("signed-others-waiting");
  await expire(stage, created);
  await logIn(at, first);
  await page.getByRole("heading", { level: 1, name: say(at, "summary.expired") }).waitFor();
  await pass("signed-expired");
};

/** Declined by another, and as who has declined sees it. */
export const refused: Scene = async (stage) => {
  const { at, page, show, pass } = stage;
  const { first, second } = await ofTwo(stage, false);
  await declineBy(first);
  await logIn(at, second);
  await page.waitForURL(/\/summary\/revoked/);
  await page.getByRole("definition").first().waitFor();
  await show("revoked");
  await logIn(at, first);
  await page.waitForURL(/\/summary\/revoked/);
  await page.getByText(msg).waitFor();
  await pass("revoked-by-oneself");
};
