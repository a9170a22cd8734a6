import {
  signature_image_bytes_max,
  signature_image_height_max,
  signature_image_width_max,
} from "@siegel/contract/limits.ts";
import { readPng, writePng } from "@siegel/kernel/forms/png.ts";
import { describe, expect, it } from "vitest";
import { waveRaster } from "../../../../fixtures/signature-picture.ts";
import { checkImage, imageIdOf } from "./check-image.ts";

const wave = (...given: Parameters<typeof waveRaster>): Uint8Array => writePng(waveRaster(...given));
const filled = (rgba: readonly number[], size = 40): Uint8Array =>
  writePng({ width: size, height: size, rgba: new Uint8Array(size * size * 4).map((_, i) => rgba[i % 4] ?? 0) });

describe("an image for a signature", () => {
  it("is written anew and named by its bytes", () => {
    const one = checkImage(wave());
    if (!one.ok) throw new Error(one.message);
    const limits = { bytesMax: 1e6, widthMax: signature_image_width_max, heightMax: signature_image_height_max };
    expect(readPng(one.image.png, limits)).toEqual(waveRaster());
    expect(one.image).toMatchObject({ width: 300, height: 100, id: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(one.image.id).toBe(imageIdOf(one.image.png));
    expect(imageIdOf(Buffer.from("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(checkImage(wave())).toEqual(one);
    expect(checkImage(wave({ ink: [10, 20, 121] }))).not.toMatchObject({ image: { id: one.image.id } });
  });

  it.each([
    ["nothing is seen", filled([0, 0, 0, 0]), "SIGNATURE_IMAGE_EMPTY"],
    ["white on white", filled([255, 255, 255, 120]), "SIGNATURE_IMAGE_EMPTY"],
    ["a speck", wave({ width: 5, height: 5, line: 1 }), "SIGNATURE_IMAGE_EMPTY"],
    ["black all over", filled([0, 0, 0, 255]), "SIGNATURE_IMAGE_TOO_DARK"],
    ["no PNG", Buffer.from("GIF89a"), "SIGNATURE_IMAGE_INVALID"],
    ["too wide", wave({ width: signature_image_width_max + 1 }), "SIGNATURE_IMAGE_INVALID"],
    ["too high", wave({ height: signature_image_height_max + 1 }), "SIGNATURE_IMAGE_INVALID"],
    ["too long", Buffer.alloc(signature_image_bytes_max + 1), "SIGNATURE_IMAGE_INVALID"],
  ])("is refused: %s", (_, image, code) => {
    expect(checkImage(image)).toMatchObject({ ok: false, code });
  });

  it("is refused where white paper would hide what is below, though its ink is thin", () => {
    const { width, height, rgba } = waveRaster();
    for (let at = 3; at < rgba.length; at += 4) if (rgba[at] === 0) rgba.set([255, 255, 255, 255], at - 3);
    expect(checkImage(writePng({ width, height, rgba }))).toMatchObject({ code: "SIGNATURE_IMAGE_TOO_DARK" });
  });
});
