import { afterEach, describe, expect, it, vi } from "vitest";
import { imageDe } from "../../i18n/image-de.ts";
import { imageEn } from "../../i18n/image-en.ts";
import { compose } from "./compose.ts";
import { whyNoImage } from "./why-no-image.ts";

afterEach(() => vi.unstubAllGlobals());

/** A canvas on which every pixel has that opacity in one of `every` rows, and whose PNG is so long in base64. */
function canvas(every: number, chars: number): HTMLCanvasElement {
  const [width, height] = [60, 60];
  const data = new Uint8ClampedArray(width * height * 4);
  for (let y = 0; y < height; y += every) data.fill(255, y * width * 4, (y + 1) * width * 4);
  const context = { getImageData: () => ({ width, height, data }), drawImage: () => undefined };
  const drawn = {
    width,
    height,
    getContext: () => context,
    toDataURL: () => `data:image/png;base64,${"A".repeat(chars)}`,
  };
  vi.stubGlobal("document", { createElement: () => drawn });
  return drawn as unknown as HTMLCanvasElement;
}

describe("why there is no image", () => {
  it("tells what hides too much from what is too large to be sent", () => {
    expect(compose(canvas(1, 100)).status).toBe("dark");
    expect(compose(canvas(4, 100)).status).toBe("ready");
    expect(compose(canvas(4, 1_000_000)).status).toBe("too-large");
  });

  it("speaks of a slider only where there is one, and says something else to do everywhere else", () => {
    for (const status of ["empty", "dark", "too-large"] as const)
      for (const way of ["draw", "type", "photo"] as const) {
        const key = whyNoImage(status, way);
        const hasSlider = way === "photo" && status !== "empty";
        expect([way, status, /Regler/.test(imageDe[key])]).toEqual([way, status, hasSlider]);
        expect([way, status, /slider/.test(imageEn[key])]).toEqual([way, status, hasSlider]);
      }
  });
});
