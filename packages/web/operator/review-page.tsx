import type { ReviewView } from "@siegel/contract/calls/operator-reviews.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { restOf } from "./places.ts";
import { ReviewDecision } from "./review-decision.tsx";
import { ReviewFlow } from "./review-flow.tsx";
import { ReviewNames } from "./review-names.tsx";
import { ReviewProof } from "./review-proof.tsx";
import { ReviewState } from "./review-state.tsx";
import { useDay } from "./use-day.ts";
import { useOpenReviews } from "./use-open-reviews.ts";

/** One doubtful identification: both spellings, what is proven, and the decision. */
export function ReviewPage({ id }: { readonly id: string }): JSX.Element {
  const t = useText();
  const day = useDay();
  const client = useQueryClient();
  const open = useOpenReviews() ?? 0;
  // Another operator decided while this page was open.
  const [isLate, setIsLate] = useState(false);
  const own = useQuery({
    queryKey: ["desk", "review", id],
    queryFn: ({ signal }) => deskOrThrow("operatorReview", { params: { id } }, signal),
    // Each look stands in the trail: only who opens the page looks.
    refetchOnWindowFocus: false,
  });
  const decided = (next: ReviewView): void => {
    client.setQueryData(["desk", "review", id], next);
    void client.invalidateQueries({ queryKey: ["desk", "reviews"] });
  };
  const late = (): void => {
    setIsLate(true);
    void own.refetch();
    void client.invalidateQueries({ queryKey: ["desk", "reviews"] });
  };
  const one = own.data;
  return (
    <>
      <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOf("reviews") }}>
        <Icon name="left" size={18} />
        {open === 0 ? t("reviews.back") : t("reviews.backOpen", { n: open })}
      </Link>
      {own.isPending && <Loading />}
      {own.isError && <DeskFault fault={own.error} onAgain={() => void own.refetch()} />}
      {one !== undefined && (
        <>
          <div className="desk-head">
            <div>
              <h1>{`${one.first_name} ${one.last_name}`}</h1>
              <p className="muted">
                {t(one.purpose === "sign" ? "reviews.headLead" : "reviews.headLeadOwn", {
                  way: t(`reviews.route_${one.route}`),
                  doubt: t(`reviews.doubt_${one.doubt}`),
                  organisation: one.organisation,
                  what: one.purpose === "sign" ? "" : t(`reviews.own_${one.purpose}`),
                  at: day(one.handed_in_at, true),
                })}
              </p>
            </div>
            <ReviewState state={one.state} />
          </div>
          <div className="op3">
            <div className="grid gap-5">
              <ReviewNames one={one} />
              <ReviewProof one={one} />
            </div>
            <div className="grid gap-5">
              <ReviewDecision one={one} isLate={isLate} onDecided={decided} onLate={late} />
              <ReviewFlow one={one} />
            </div>
          </div>
        </>
      )}
    </>
  );
}
