import type { CaseView } from "@siegel/contract/calls/operator-cases.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { useDay } from "./use-day.ts";
import "../styles/seq.css";

type Step = { readonly look: "done" | "here" | "open"; readonly title: string; readonly lead: string };

/** What happened, what is next, and what is not kept. null: the person is being recorded. */
export function CaseFlow({ one }: { readonly one: CaseView | null }): JSX.Element {
  const t = useText();
  const day = useDay();
  const isMade = one?.state === "done";
  const steps: readonly Step[] = [
    one === null
      ? { look: "here", title: t("cases.stepCheck"), lead: t("cases.stepCheckLead") }
      : {
          look: "done",
          title: t("cases.stepChecked"),
          lead: t("cases.stepCheckedLead", { at: day(one.identified_at, true), name: one.identified_by }),
        },
    {
      look: isMade ? "done" : one?.state === "open" ? "here" : "open",
      title: t("cases.stepLink"),
      lead: t("cases.stepLinkLead"),
    },
    { look: isMade ? "done" : "open", title: t("cases.stepDone"), lead: t("cases.stepDoneLead") },
  ];
  return (
    <div className="grid gap-5">
      <section className="sheet" aria-label={t("cases.flow")}>
        <div className="part">
          <h2 className="h-card mb-3">{t("cases.flow")}</h2>
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
      <section className="sheet" aria-label={t("cases.notKept")}>
        <div className="part small muted">
          <b className="text-ink">{t("cases.notKept")}</b>
          <p className="mt-1">{t("cases.notKeptLead")}</p>
        </div>
      </section>
    </div>
  );
}
