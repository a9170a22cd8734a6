import { type ChangeEvent, type JSX, useEffect, useId, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { contextOf, newCanvas } from "./compose.ts";
import { inkOnNothing } from "./ink.ts";
import { newestOnly } from "./newest.ts";

/** Larger than this a photograph says nothing more about a signature. */
const side_max_px = 1_400;
const threshold_first = 65;

/** A file or a photograph, its paper made transparent by a threshold that the person moves. */
export function PickedPhoto({
  hint,
  onInk,
}: {
  hint: string;
  onInk: (canvas: HTMLCanvasElement | null) => void;
}): JSX.Element {
  const t = useText();
  const id = useId();
  const [photo, setPhoto] = useState<ImageData | null>(null);
  const [state, setState] = useState<"rest" | "reading" | "unreadable">("rest");
  const [threshold, setThreshold] = useState(threshold_first);
  const [readings] = useState(newestOnly);
  useEffect(() => readings.end, [readings]);
  useEffect(() => {
    if (photo === null) return;
    // Not at every step of a slider that is on its way.
    const soon = setTimeout(() => {
      const { width, height, data } = inkOnNothing(photo, threshold);
      const canvas = newCanvas(width, height);
      contextOf(canvas).putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
      onInk(canvas);
    }, 60);
    return () => clearTimeout(soon);
  }, [photo, threshold, onInk]);

  async function read(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = event.target.files?.[0];
    if (file === undefined) return;
    // The same file again is a choice too.
    event.target.value = "";
    const isNewest = readings.begin();
    setState("reading");
    const read = await pixelsOf(file).catch(() => null);
    if (!isNewest()) return;
    setPhoto(read);
    setState(read === null ? "unreadable" : "rest");
    if (read === null) onInk(null);
  }
  const pick = (event: ChangeEvent<HTMLInputElement>): void => void read(event);
  return (
    <>
      <p className="small muted">{hint}</p>
      <div className="row mt-2 flex-wrap gap-2">
        <label className="btn btn-side sig-file">
          <Icon name="attachment" size={18} />
          {t("image.file")}
          <input type="file" accept="image/png,image/jpeg" onChange={pick} />
        </label>
        <label className="btn btn-side sig-file md:hidden">
          <Icon name={late.camera} size={18} />
          {t("image.camera")}
          <input type="file" accept="image/*" capture="environment" onChange={pick} />
        </label>
      </div>
      {state === "reading" && <p role="status">{t("image.reading")}</p>}
      {state === "unreadable" && <Fault id={`${id}u`}>{t("image.unreadable")}</Fault>}
      {photo !== null && (
        <div className="field mt-3">
          <label htmlFor={`${id}t`}>{t("image.threshold")}</label>
          <input
            className="sig-slider"
            id={`${id}t`}
            type="range"
            min={0}
            max={100}
            value={threshold}
            onChange={(event) => setThreshold(Number(event.target.value))}
          />
        </div>
      )}
    </>
  );
}

/** The photo's pixels, upright as it was taken. @throws where the browser cannot read it */
async function pixelsOf(file: File): Promise<ImageData> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, side_max_px / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  ];
  const context = contextOf(newCanvas(width, height));
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}
