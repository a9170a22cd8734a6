import { type JSX, type ReactNode, useEffect, useRef } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import type { Clash } from "./clash.ts";

type Props<Field extends string> = {
  readonly clashes: readonly Clash<Field>[];
  readonly labelOf: (field: Field) => string;
  /** How a value is shown. */
  readonly show: (field: Field, value: string | null) => ReactNode;
  readonly onTheirs: () => void;
  readonly onMine: () => void;
};

/** Somebody else changed the record: both values side by side, and the choice between them. Nothing that was typed is lost. */
export function ClashNote<Field extends string>({
  clashes,
  labelOf,
  show,
  onTheirs,
  onMine,
}: Props<Field>): JSX.Element {
  const t = useText();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In newer browsers it answers a promise, which is nothing to clean up with.
    void element.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const mustChoose = clashes.some(({ mine }) => mine !== null);
  return (
    <div className="part" ref={element}>
      <div className="note warn" role="alert">
        <Icon name="warning" />
        <div>
          <b>{t(mustChoose ? "clash.both" : "clash.other")}</b>
          <ul className="clashes">
            {clashes.map(({ field, theirs, mine }) => (
              <li key={field}>
                {labelOf(field)}: {t("clash.theirs")} <b>{show(field, theirs)}</b>
                {mine !== null && (
                  <>
                    , {t("clash.mine")} <b>{show(field, mine.value)}</b>
                  </>
                )}
              </li>
            ))}
          </ul>
          <div className="row wrap mt-2">
            {mustChoose && (
              <button className="btn btn-sm btn-side" type="button" onClick={onTheirs}>
                {t("clash.takeTheirs")}
              </button>
            )}
            <button className="btn btn-sm btn-side" type="button" onClick={onMine}>
              {t(mustChoose ? "clash.keepMine" : "clash.understood")}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
