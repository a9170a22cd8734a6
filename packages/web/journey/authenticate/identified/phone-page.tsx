import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import type { PhoneOffer } from "@siegel/contract/calls/identification.ts";
import { useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { mayWait, type Refusal } from "../../../api/answer.ts";
import { CallRefused } from "../../../api/client.ts";
import { callIdentification } from "../../../api/identification-calls.ts";
import { Friendly } from "../../../frame/friendly.tsx";
import { Loading } from "../../../frame/loading.tsx";
import { OpenPage } from "../../../frame/open-page.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { Outcome, useHeadingFocus } from "../../../identity/outcome.tsx";
import { Twin } from "../../../identity/twin.tsx";
import { Fault } from "../../../ui/fault.tsx";
import { identificationIcons } from "../../../ui/identification-icons.ts";
import { MainButton } from "../../../ui/main-button.tsx";
import { Note } from "../../../ui/note.tsx";

/** offered: to be compared · agreed: the app is open, or was · over: used or too old · declined: the digits differ · away: nobody knows yet. */
type State =
  | { readonly status: "looking" | "agreed" | "over" | "declined" }
  | { readonly status: "offered"; readonly offer: PhoneOffer; readonly fault: string | null; readonly busy: boolean }
  | { readonly status: "away"; readonly refusal: Refusal };

/** What a phone shows that opened the code of a computer: the digits to compare, before anything begins. */
export function PhoneOfferPage(): JSX.Element {
  const t = useText();
  const { secret = "" } = useParams({ strict: false }) as { readonly secret?: string };
  const [state, setState] = useState<State>({ status: "looking" });
  useHeadingFocus(state.status);
  const look = useCallback(async (): Promise<void> => {
    setState({ status: "looking" });
    const looked = await callIdentification("lookAtPhoneOffer", { params: { secret } }, { quiet: true });
    setState(stateOf(looked.ok ? looked.data : looked));
  }, [secret]);
  useEffect(() => void look(), [look]);

  async function answer(offer: PhoneOffer, agreed: boolean): Promise<void> {
    setState({ status: "offered", offer, fault: null, busy: true });
    const taken = await callIdentification("takePhoneOffer", { params: { secret }, body: { agreed } }, { quiet: true });
    if (!taken.ok)
      return setState(
        taken.code === "NO_IDENTIFICATION_FOUND"
          ? { status: "over" }
          : { status: "offered", offer, fault: taken.code, busy: false },
      );
    if (taken.data.url !== null) window.location.assign(taken.data.url);
    setState({ status: agreed ? "agreed" : "declined" });
  }
  return (
    <OpenPage title={t("identification.card")}>
      {state.status === "looking" && <Loading />}
      {state.status === "away" && <LoadFailed error={new CallRefused(state.refusal)} onRetry={() => void look()} />}
      {state.status === "over" && (
        <Friendly figure="clock" title={t("identification.offerOver")} lead={t("identification.offerOverLead")} />
      )}
      {state.status === "offered" && (
        <Compare
          offer={state.offer}
          busy={state.busy}
          fault={state.fault}
          onAnswer={(agreed) => void answer(state.offer, agreed)}
        />
      )}
      {state.status === "agreed" && (
        <div className="narrow">
          <Outcome
            look="you"
            icon={identificationIcons.card}
            title={t("identification.inApp")}
            lead={t("identification.inAppLead")}
          />
        </div>
      )}
      {state.status === "declined" && (
        <div className="narrow">
          <Outcome look="" icon="barred" title={t("identification.declined")} lead={t("identification.declinedLead")} />
        </div>
      )}
    </OpenPage>
  );
}

function stateOf(looked: PhoneOffer | Refusal): State {
  if ("ok" in looked) return mayWait(looked) ? { status: "away", refusal: looked } : { status: "over" };
  if (looked.state === "offered") return { status: "offered", offer: looked, fault: null, busy: false };
  return { status: looked.state === "begun" ? "agreed" : "over" };
}

type CompareProps = {
  readonly offer: PhoneOffer;
  readonly busy: boolean;
  /** The code of a refusal. */
  readonly fault: string | null;
  readonly onAnswer: (agreed: boolean) => void;
};

function Compare({ offer, busy, fault, onAnswer }: CompareProps): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <div className="sheet">
        <div className="wait">
          <p className="eyebrow m-0">{t("identification.card")}</p>
          <h1>{t("identification.compare")}</h1>
          <Twin digits={offer.digits} large />
          <p className="muted">{t("identification.compareLead", { organisation: offer.organisation })}</p>
        </div>
        <div className="part">
          <Note kind="warn" icon="warning">
            <b>{t("identification.stranger")}</b>
            {t("identification.strangerLead")}
          </Note>
          {fault !== null && <Fault id="offer-fault">{sentenceOfCode(fault, t)}</Fault>}
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <button
            className="btn btn-side"
            type="button"
            aria-disabled={busy || undefined}
            onClick={() => {
              if (!busy) onAnswer(false);
            }}
          >
            {t("identification.notAlike")}
          </button>
          <MainButton busy={busy} onPress={() => onAnswer(true)}>
            {t("identification.alike")}
          </MainButton>
        </div>
      </div>
    </div>
  );
}
