import { type JSX, type ReactNode, useCallback, useId, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { type Composed, compose } from "./compose.ts";
import { DrawPad, nothingDrawn } from "./draw-pad.tsx";
import { PickedPhoto } from "./picked-photo.tsx";
import { TypedName } from "./typed-name.tsx";
import { type Way, whyNoImage } from "./why-no-image.ts";
import type { ImageWords } from "./words-of-image.ts";

/** The image that was made, or what to say and do while there is none. */
export type Made =
  | { readonly status: "ready"; readonly image: Composed }
  | { readonly status: "none"; readonly why: TextKey };

/** Before anything was made. */
export const nothingMade: Made = { status: "none", why: "image.empty" };

type Props = {
  readonly words: ImageWords;
  /** What a typed name begins as. */
  readonly name: string;
  readonly onMade: (made: Made) => void;
  /** What stands in the place of a tool while the phone makes the image. */
  readonly phone?: ReactNode;
};

/** The ways to make a signature's image, one at a time; tells what was composed whenever that changes. */
export function ImageEditor({ words, name, onMade, phone }: Props): JSX.Element {
  const t = useText();
  const id = useId();
  const ways = words.waysHere.filter((one) => one !== "phone" || (phone !== undefined && !isPhoneHere()));
  const [drawn, setDrawn] = useState(nothingDrawn);
  const [way, setWay] = useState<Way>(ways[0] ?? "draw");
  const onInk = useCallback(
    (canvas: HTMLCanvasElement | null): void => onMade(canvas === null ? nothingMade : madeOf(canvas, way)),
    [onMade, way],
  );
  function choose(wanted: Way): void {
    setWay(wanted);
    onMade(nothingMade);
  }
  return (
    <>
      <fieldset className="sig-ways">
        <legend className="vh">{t(words.ways)}</legend>
        {ways.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}w`} checked={one === way} onChange={() => choose(one)} />
            <span>{t(one === "photo" ? words.photo : `image.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="mt-3">
        {way === "draw" && <DrawPad words={words} drawn={drawn} onDrawn={setDrawn} onInk={onInk} />}
        {way === "type" && <TypedName label={t(words.name)} name={name} onInk={onInk} />}
        {way === "photo" && <PickedPhoto hint={t(words.photoHint)} onInk={onInk} />}
        {way === "phone" && phone}
      </div>
    </>
  );
}

/** Whether this is the phone already, whose camera cannot read a code from its own screen: narrow, and used with fingers. */
function isPhoneHere(): boolean {
  return window.matchMedia("(max-width: 47.99rem) and (pointer: coarse)").matches;
}

function madeOf(canvas: HTMLCanvasElement, way: Way): Made {
  const composed = compose(canvas);
  return composed.status === "ready" ? composed : { status: "none", why: whyNoImage(composed.status, way) };
}
