import "@fontsource/caveat/latin-400.css";
import { useText } from "../../i18n/catalogue.ts";
import "@fontsource/caveat/latin-ext-400.css";
import "@fontsource/caveat/cyrillic-400.css";
import "@fontsource/dancing-script/latin-400.css";
import "@fontsource/dancing-script/latin-ext-400.css";
import "@fontsource/marck-script/latin-400.css";
import "@fontsource/marck-script/latin-ext-400.css";
import "@fontsource/marck-script/cyrillic-400.css";
import { type JSX, useEffect, useId, useState } from "react";
import type { TextKey } from "../../i18n/text-key.ts";
import { contextOf, newCanvas } from "./compose.ts";
import { inkColour } from "./ink-colour.ts";

/** Hand-like faces, all under the Open Font License; what one of them has no letters for is set in the device's own. */
const faces = [
  { family: "Caveat", label: "image.faceOne" },
  { family: "Dancing Script", label: "image.faceTwo" },
  { family: "Marck Script", label: "image.faceThree" },
] as const satisfies ReadonlyArray<{ family: string; label: TextKey }>;
type Face = (typeof faces)[number];

const size_px = 160;
const chars_max = 60;
/** A face that is not there by then may still come, and is drawn with then. */
const face_waits_ms = 3_000;

/** The name in a hand-like face: for whoever cannot draw here, or would rather not. */
export function TypedName({
  label,
  name: known,
  onInk,
}: {
  label: string;
  name: string;
  onInk: (canvas: HTMLCanvasElement | null) => void;
}): JSX.Element {
  const t = useText();
  const id = useId();
  const [name, setName] = useState(known);
  const [face, setFace] = useState<Face>(faces[0]);
  useEffect(() => {
    let current = true;
    const font = fontOf(face);
    const draw = (): void => {
      if (current) onInk(name.trim() === "" ? null : written(name.trim(), font));
    };
    // The letters that are needed come first: a canvas does not wait for them. Where they do not come, the device has its own.
    const late = setTimeout(draw, face_waits_ms);
    void document.fonts
      .load(font, name)
      .catch(() => undefined)
      .then(() => {
        clearTimeout(late);
        draw();
      });
    return () => {
      current = false;
      clearTimeout(late);
    };
  }, [name, face, onInk]);
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}n`}>{label}</label>
        <input
          className="input"
          id={`${id}n`}
          autoComplete="name"
          maxLength={chars_max}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <fieldset className="sig-faces mt-3">
        <legend className="small muted">{t("image.face")}</legend>
        {faces.map((one) => (
          <label key={one.family} className="sig-face" style={{ fontFamily: `"${one.family}", cursive` }}>
            <input
              type="radio"
              name={`${id}f`}
              checked={one === face}
              onChange={() => setFace(one)}
              aria-label={t(one.label)}
            />
            <span aria-hidden="true">{name.trim() === "" ? t(one.label) : name}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}

const fontOf = ({ family }: Face): string => `${size_px}px "${family}", cursive`;

function written(name: string, font: string): HTMLCanvasElement {
  const measure = contextOf(newCanvas(1, 1));
  measure.font = font;
  // Swashes reach beyond what a font says of its letters.
  const canvas = newCanvas(Math.ceil(measure.measureText(name).width) + 2 * size_px, 3 * size_px);
  const context = contextOf(canvas);
  context.font = font;
  context.fillStyle = inkColour;
  context.fillText(name, size_px, 2 * size_px);
  return canvas;
}
