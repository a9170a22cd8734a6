import { logo_bytes_max } from "@siegel/contract/limits.ts";
import { type JSX, useId, useRef, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { kbOf, readLogo } from "./logo-file.ts";

type Props = {
  readonly title: string;
  /** What stands there while there is none. */
  readonly without: string;
  readonly value: string | null;
  readonly isDark?: boolean;
  /** What the server said of this one. */
  readonly refused: string | null;
  readonly onChange: (dataUrl: string | null) => void;
};

const limit_kb = logo_bytes_max / 1024;

/** One logo: how it looks, another one from a file, and away with it. */
export function LogoField({ title, without, value, isDark = false, refused, onChange }: Props): JSX.Element {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const said = fault ?? refused;

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    const read = await readLogo(file);
    setFault(read.ok ? null : t(`look.${read.why}`, { name: file.name, n: read.kb, limit: limit_kb }));
    if (read.ok) onChange(read.dataUrl);
  }

  return (
    <div className="part">
      <h2 className="h-card" id={`${id}t`}>
        {title}
      </h2>
      <div className="row wrap mt-3">
        <span className={isDark ? "logo-tile dark" : "logo-tile"}>
          {value === null ? <Icon name="minus" /> : <img src={value} alt={t("look.logoNow")} />}
        </span>
        <div className="grow logo-say">
          <p>{value === null ? without : t("look.size", { n: kbOf(value) })}</p>
          <p className="small muted">{t("look.kinds", { limit: limit_kb })}</p>
        </div>
        <span className="row">
          <label className="btn btn-sm btn-side upload">
            <Icon name={late.upload} size={18} />
            {t(value === null ? "look.choose" : "look.replace")}
            <input
              className="vh"
              ref={input}
              type="file"
              accept="image/png,image/jpeg"
              aria-labelledby={`${id}t`}
              aria-describedby={said === null ? undefined : `${id}f`}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                // The same file may be chosen again once it was mended.
                event.target.value = "";
                void take(file);
              }}
            />
          </label>
          {value !== null && (
            <button
              className="btn-icon"
              type="button"
              aria-label={t("look.remove", { what: title })}
              onClick={() => {
                setFault(null);
                onChange(null);
              }}
            >
              <Icon name="close" />
            </button>
          )}
        </span>
      </div>
      {said !== null && <Fault id={`${id}f`}>{said}</Fault>}
    </div>
  );
}
