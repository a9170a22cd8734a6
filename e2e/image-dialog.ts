/** The dialog in which an image of a signature is made, by role and name, and what is put into it. */
import { imageDe } from "@siegel/web/i18n/image-de.ts";
import { imageEn } from "@siegel/web/i18n/image-en.ts";
import type { Locator } from "playwright-core";
import { waveRaster } from "../fixtures/signature-picture.ts";
import { writePng } from "../packages/kernel/forms/png.ts";
import { type At, say } from "./journey.ts";

const texts = { de: imageDe, en: imageEn };

type ImageWord = keyof typeof imageEn extends infer Key ? (Key extends `image.${infer Word}` ? Word : never) : never;

/** A text of the dialog and of the page on the phone, by its key without `image.`. */
export const word = ({ language = "en" }: At, key: ImageWord): string => texts[language][`image.${key}`];

/** The signer's box on the paper. */
export const signaturePlace = ({ page }: At): Locator => page.getByRole("main").locator("button.pf.sig");

/** The dialog, once it is open. */
export const inDialog = ({ page }: At): Locator => page.getByRole("dialog");

/** Chooses one of the ways to an image. */
export const choose = async (at: At, key: "draw" | "type" | "photo" | "phone"): Promise<void> =>
  await inDialog(at)
    .getByRole("radio", { name: word(at, key), exact: true })
    .check();

/** Waits until the image is shown as it will stand. */
export const previewed = (at: At): Promise<void> => at.page.getByRole("img", { name: word(at, "previewOf") }).waitFor();

/** Draws a wave on the pad, with a mouse. */
export async function draw(at: At): Promise<void> {
  const pad = await at.page.getByRole("img", { name: word(at, "pad") }).boundingBox();
  if (pad === null) throw new Error("no pad");
  const place = (share: number) =>
    [pad.x + pad.width * (0.1 + 0.8 * share), pad.y + pad.height * (0.5 + 0.3 * Math.sin(share * 12))] as const;
  const { mouse } = at.page;
  await mouse.move(...place(0));
  await mouse.down();
  for (let share = 0; share <= 1; share += 0.02) await mouse.move(...place(share));
  await mouse.up();
}

/** Picks a file as it is; `on paper` is a picture, `letter` none. */
export const pick = (at: At, file: "on paper" | "letter"): Promise<void> =>
  inDialog(at)
    .locator('input[type="file"]')
    .first()
    .setInputFiles(
      file === "letter"
        ? { name: "letter.txt", mimeType: "image/png", buffer: Buffer.from("no picture") }
        : { name: "paper.png", mimeType: "image/png", buffer: onPaper() },
    );

/** Waits until the dialog is gone and the image stands on the paper. */
export async function taken(at: At): Promise<void> {
  await inDialog(at).waitFor({ state: "detached" });
  await signaturePlace(at)
    .getByRole("img", { name: say(at, "viewer.signatureImageAlt") })
    .waitFor();
}

/** Takes the image that is shown. */
export async function take(at: At): Promise<void> {
  await previewed(at);
  await inDialog(at)
    .getByRole("button", { name: word(at, "use"), exact: true })
    .click();
  await taken(at);
}

/** A blue wave on greyish paper that the camera saw darker at its edge. */
function onPaper(): Buffer {
  const { width, height, rgba } = waveRaster({ width: 600, height: 300, line: 12, ink: [20, 40, 160] });
  for (let at = 0; at < rgba.length; at += 4) {
    const light = 245 - Math.round((70 * ((at / 4) % width)) / width);
    if (rgba[at + 3] === 0) rgba.set([light, light, light - 6, 255], at);
  }
  return Buffer.from(writePng({ width, height, rgba }));
}
