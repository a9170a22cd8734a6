import type { ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { useDay } from "./use-day.ts";

type Step = { readonly look: "done" | "here"; readonly title: string; readonly lead: string };

/** What happened: it came, somebody opened it, somebody decided. */
export function ReviewFlow({ one }: { readonly one: ReviewView }): JSX.Element {
  const t = useText();
  const steps = useSteps(one);
  return (
    <section className="sheet" aria-label={t("reviews.history")}>
      <div className="part">
        <h2 className="h-card mb-3">{t("reviews.history")}</h2>
        <ol className="seq">
          {steps.map(({ look, title, lead }) => (
            <li key={title} className={look}>
              <Icon name={look} />
              <div>
                <b className="small">{title}</b>
                <p>{lead}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

function useSteps(one: ReviewView): readonly Step[] {
  const t = useText();
  const day = useDay();
  const arrived = {
    look: "done",
    title: t("reviews.arrived"),
    lead: t("reviews.arrivedLead", { at: day(one.handed_in_at, true) }),
  } as const;
  if (one.state === "open") {
    if (one.opened_at === null) return [arrived];
    const at = day(one.opened_at, true);
    const name = one.opened_by ?? "";
    return [
      arrived,
      one.is_opened_by_you
        ? { look: "here", title: t("reviews.openedYou"), lead: t("reviews.openedYouLead", { at }) }
        : { look: "here", title: t("reviews.openedOther", { name }), lead: t("reviews.openedOtherLead", { at }) },
    ];
  }
  const title = one.is_decided_by_you
    ? t(`reviews.decidedYou_${one.state}`)
    : t(`reviews.decidedOther_${one.state}`, { name: one.decided_by ?? "" });
  return [arrived, { look: "done", title, lead: one.decided_at === null ? "" : day(one.decided_at, true) }];
}
