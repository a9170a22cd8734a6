import { type JSX, type ReactNode, useCallback, useId, useState } from "react";
import { type Composing, compose } from "./compose.ts";
import { DrawPad } from "./draw-pad.tsx";
import { PickedPhoto } from "./picked-photo.tsx";
import type { ImageTextKey } from "./texts-de.ts";
import { TypedName } from "./typed-name.tsx";
import { useImageText } from "./use-image-text.ts";

/** How a picture is made here; `phone` where another device makes it. */
export type Way = "draw" | "type" | "picture" | "phone";

type Props = {
  readonly ways: readonly Way[];
  /** What a typed name begins as. */
  readonly name: string;
  readonly onComposed: (composed: Composing) => void;
  /** What stands in the place of a tool while the phone makes the picture. */
  readonly phone?: ReactNode;
};

/** The ways to make a signature's picture, one at a time; tells what was composed whenever that changes. */
export function ImageEditor({ ways, name, onComposed, phone }: Props): JSX.Element {
  const t = useImageText();
  const id = useId();
  const [way, setWay] = useState<Way>(ways[0] ?? "draw");
  const onInk = useCallback(
    (canvas: HTMLCanvasElement | null): void => onComposed(canvas === null ? { status: "empty" } : compose(canvas)),
    [onComposed],
  );
  function choose(wanted: Way): void {
    setWay(wanted);
    onComposed({ status: "empty" });
  }
  return (
    <>
      <fieldset className="sig-ways">
        <legend className="vh">{t("ways")}</legend>
        {ways.map((one) => (
          <label key={one}>
            <input type="radio" name={`${id}w`} checked={one === way} onChange={() => choose(one)} />
            <span>{t(one satisfies ImageTextKey)}</span>
          </label>
        ))}
      </fieldset>
      <div className="mt-3">
        {way === "draw" && <DrawPad onInk={onInk} />}
        {way === "type" && <TypedName name={name} onInk={onInk} />}
        {way === "picture" && <PickedPhoto onInk={onInk} />}
        {way === "phone" && phone}
      </div>
    </>
  );
}
