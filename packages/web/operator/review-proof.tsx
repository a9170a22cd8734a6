import type { ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { useDay } from "./use-day.ts";

/** What the provider stands for, so that only the name is left to decide. */
export function ReviewProof({ one }: { readonly one: ReviewView }): JSX.Element {
  const t = useText();
  const day = useDay();
  const { route, doubt, level, provider, evidence_sha256: hash } = one;
  const way = t(`reviews.route_${route}`);
  const proofs = [
    {
      isSure: doubt === "names",
      title: t(doubt === "provider" ? "reviews.notSure" : `reviews.proof_${route}`),
      lead: t("reviews.proofLead", { way, level: t(`reviews.level_${level}`), at: day(one.identified_at, true) }),
    },
    {
      isSure: true,
      title: t(route === "eid" ? "reviews.valid" : "reviews.validVideo"),
      lead: t("reviews.validLead"),
    },
    {
      isSure: hash !== null,
      title: t("reviews.direct"),
      lead: t("reviews.directLead", { provider, hash: hash === null ? t("reviews.noHash") : shortened(hash) }),
    },
  ];
  return (
    <section className="sheet" aria-label={t("reviews.proves")}>
      <div className="part">
        <h2 className="h-card mb-3">{t("reviews.proves")}</h2>
        <ul className="proofs">
          {proofs.map(({ isSure, title, lead }) => (
            <li className="proof" key={title}>
              <span className={isSure ? "state ok" : "state warn"}>
                <Icon name={isSure ? "done" : "warning"} />
              </span>
              <div>
                <b>{title}</b>
                <p className="small muted">{lead}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** `9f03 c2d7 …`: enough to find it in the trail. */
const shortened = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} …`;
