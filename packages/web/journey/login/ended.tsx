import type { JSX } from "react";
import { Friendly } from "../../frame/friendly.tsx";
import { ServiceAway } from "../../frame/service-away.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { type Ending, titleOfEnding } from "./ending.ts";

const figures = {
  expired: "clock",
  turn: "pause",
  refused: "cross",
  cancelled: "cross",
  unavailable: "cross",
} as const satisfies Record<Ending["kind"], string>;

type Props = {
  readonly ending: Ending;
  /** Name of the sender's organisation, where the link has told it. */
  readonly organisation: string | undefined;
};

/** Expired, not your turn, refused before it came, withdrawn, or the service is away. */
export function Ended({ ending, organisation }: Props): JSX.Element {
  const t = useText();
  const { contact } = ending;
  if (ending.why !== undefined) return <ServiceAway why={ending.why} onRetry={() => window.location.reload()} />;
  return (
    <Friendly
      figure={figures[ending.kind]}
      title={t(titleOfEnding(ending))}
      lead={t(`ended.${ending.kind}Lead`)}
      contact={contact === null || organisation === undefined ? contact : { ...contact, organisation }}
    >
      {ending.kind === "unavailable" && (
        <button className="btn btn-side" type="button" onClick={() => window.location.reload()}>
          {t("frame.tryAgain")}
        </button>
      )}
    </Friendly>
  );
}
