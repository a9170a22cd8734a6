/** The picture of a signature: its box, the ways to it, and the phone that gives one. */
import { callApi } from "../../fixtures/api-call.ts";
import { wavePng } from "../../fixtures/signature-picture.ts";
import { logIn as openLink } from "../../fixtures/signer-client.ts";
import { choose, draw, inDialog, pick, previewed, signaturePlace, take, word } from "../image-dialog.ts";
import { button, openDocument } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import { person, send } from "../sender.ts";
import { expires_at, type PassingScene, type PassingStage, type Scene, somebody } from "./stage.ts";

type Rect = [number, number, number, number];

async function sentWithBox({ product }: PassingStage, type: "s_signature" | "a_seal" = "s_signature"): Promise<string> {
  const box = { document: "Mietvertrag.pdf", kind: "signature" as const, page: 1, rect: [72, 200, 240, 80] as Rect };
  const signer = person(type, { ...somebody, fields: [box] });
  const created = await send(product.demo, onePagePdf(), [signer], { expires_at });
  return created.signers[0]?.url ?? "";
}

/** The box on the paper, and the dialog as it opens. */
export const ownSignature: Scene = async (stage) => {
  const { at, show } = stage;
  await openDocument(at, await sentWithBox(stage));
  await show("signature-box");
  await signaturePlace(at).click();
  await inDialog(at).waitFor();
  await show("signature-image");
};

/** Drawn, typed, photographed and given by a phone; then in its box, where it can be changed. */
export const signatureWays: PassingScene = async (stage) => {
  const { page, at, pass, product } = stage;
  await openDocument(at, await sentWithBox(stage));
  await signaturePlace(at).click();
  await inDialog(at).waitFor();
  await draw(at);
  await previewed(at);
  await pass("signature-image-drawn");
  await choose(at, "type");
  await previewed(at);
  await pass("signature-image-typed");
  await choose(at, "photo");
  await pass("signature-image-photo");
  await pick(at, "letter");
  await inDialog(at).getByText(word(at, "unreadable")).waitFor();
  await pass("signature-image-unreadable");
  await pick(at, "on paper");
  await previewed(at);
  await pass("signature-image-photographed");
  const asked = page.waitForResponse(
    (response) => response.url().endsWith("/signatureImage/handover") && response.request().method() === "POST",
  );
  await choose(at, "phone");
  const { token } = ((await (await asked).json()) as { data: { token: string } }).data;
  await page.getByRole("img", { name: word(at, "code") }).waitFor();
  await pass("signature-image-phone");
  await callApi("POST", `${product.demo.baseUrl}/api/handover/give`, { body: { token, image: wavePng() } });
  await inDialog(at).getByText(word(at, "received")).waitFor({ timeout: 15_000 });
  await pass("signature-image-received");
  await take(at);
  await pass("signature-box-with-image");
  await button(at, "viewer.signatureImageChange").click();
  await inDialog(at)
    .getByRole("button", { name: word(at, "remove") })
    .waitFor();
  await pass("signature-image-change");
};

/** The dialog for a seal: a logo, a stamp, a few words. */
export const sealWays: PassingScene = async (stage) => {
  const { at, pass } = stage;
  await openDocument(at, await sentWithBox(stage, "a_seal"));
  await signaturePlace(at).click();
  await inDialog(at).waitFor();
  await pass("seal-image");
  for (const way of ["draw", "type", "phone"] as const) {
    await choose(at, way);
    await pass(`seal-image-${way}`);
  }
};

/** What the phone sees of it. */
export const handover: PassingScene = async (stage) => {
  const { page, at, pass, product } = stage;
  const computer = await openLink(await sentWithBox(stage));
  const opened = await computer.call("POST", "files/signatureImage/handover", {});
  const { token } = opened.data as { token: string };
  await page.route("**/api/handover/look", (route) => route.abort());
  await page.goto(`${product.demo.baseUrl}/handover#${token}`);
  await button(at, "frame.tryAgain").waitFor();
  await pass("handover-away");
  await page.unrouteAll();
  await button(at, "frame.tryAgain").click();
  await page.getByRole("img", { name: word(at, "pad") }).waitFor();
  await pass("handover");
  await draw(at);
  await previewed(at);
  await pass("handover-drawn");
  await page.getByRole("button", { name: word(at, "send"), exact: true }).click();
  await page.getByRole("heading", { name: word(at, "sent"), exact: true }).waitFor();
  await pass("handover-sent");
};
