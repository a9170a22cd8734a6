import "../../../i18n/qualified-texts.ts";
import "../../../i18n/identification-texts.ts";
import "../../../styles/qualified.css";
import "../../../styles/identification.css";
import { Navigate, useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useMemo } from "react";
import { CallRefused } from "../../../api/client.ts";
import { callIdentification } from "../../../api/identification-calls.ts";
import { Frame } from "../../../frame/frame.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { paths, type SignerPath } from "../../../paths.ts";
import { readHeader, readUser, readWorkflow } from "../../../session.ts";
import { Note } from "../../../ui/note.tsx";
import { Outcome, useHeadingFocus } from "./outcome.tsx";
import { standingOf } from "./standing.ts";
import { type AskReturned, type ReturnState, useReturned } from "./use-returned.ts";
import { Waiting } from "./waiting.tsx";
import { Wrong } from "./wrong.tsx";

/** Back from the app that reads ID cards (signer-side.md §2). */
export function CardReturnedPage(): JSX.Element {
  const ask: AskReturned = useCallback(
    async (brought) => await callIdentification("createCaseAusweisApp", { body: brought }, { quiet: true }),
    [],
  );
  return <ReturnedPage ask={ask} link={null} />;
}

/** Back from the video provider's page; whose workflow it is stands in the address. */
export function VideoReturnedPage(): JSX.Element {
  const { workflow_id = "", signer_id = "" } = useParams({ strict: false }) as Partial<SignerPath>;
  const link = useMemo(() => ({ workflow_id, signer_id }), [workflow_id, signer_id]);
  const ask: AskReturned = useCallback(
    async (brought) => await callIdentification("checkNect", { body: { ...link, ...brought } }, { quiet: true }),
    [link],
  );
  return <ReturnedPage ask={ask} link={link} />;
}

type Props = { readonly ask: AskReturned; readonly link: SignerPath | null };

function ReturnedPage({ ask, link }: Props): JSX.Element {
  const t = useText();
  const { state, askAgain, confirm, decline } = useReturned(ask, link);
  useHeadingFocus(state.status);
  const isIn = state.status === "in";
  const type = isIn ? readWorkflow()?.signer_type : undefined;
  return (
    <Frame
      pack={isIn ? (readUser()?.whitelabeling_pack ?? null) : null}
      title={t("identification.stands")}
      {...(type === undefined ? {} : { step: { type, at: "authenticate" } })}
    >
      {state.status === "away" ? (
        <LoadFailed error={new CallRefused(state.refusal)} onRetry={askAgain} />
      ) : state.status === "confirm" ? (
        <WhoAreYou whose={state.whose} onYes={confirm} onNo={decline} />
      ) : (
        <Told state={state} link={link} />
      )}
    </Frame>
  );
}

type ToldProps = {
  readonly state: Exclude<ReturnState, { status: "away" | "confirm" }>;
  readonly link: SignerPath | null;
};

function Told({ state, link }: ToldProps): JSX.Element {
  const t = useText();
  if (state.status === "asking") return <Waiting />;
  if (state.status === "gone") return <Navigate to={state.to} replace />;
  if (state.status === "stranger") return <Stranger at={link ?? readHeader()} />;
  if (state.status === "refused") return <Wrong told={null} why={state.why} at={link ?? readHeader()} isIn={false} />;
  if (state.status === "elsewhere")
    return (
      <div className="narrow">
        <Outcome
          look={state.isRead ? "ok" : ""}
          icon={state.isRead ? "done" : "barred"}
          title={t("identification.elsewhere")}
          lead={t(state.isRead ? "identification.elsewhereLead" : "identification.elsewhereNotLead")}
        />
      </div>
    );
  if (state.status === "declined")
    return (
      <div className="narrow">
        <Outcome look="" icon="barred" title={t("identification.declined")} lead={t("identification.declinedLead")} />
      </div>
    );
  // What is over is told here; all else goes on on the signer's own page.
  return standingOf(state.told, Date.now()) === "wrong" ? (
    <Wrong told={state.told} at={state.at} isIn />
  ) : (
    <Navigate to={paths.identified(state.at)} replace />
  );
}

type WhoProps = {
  readonly whose: Extract<ReturnState, { status: "confirm" }>["whose"];
  readonly onYes: () => void;
  readonly onNo: () => void;
};

/** On a phone the browser that comes back may have nothing of the one that began: then the person says who they are. */
function WhoAreYou({ whose, onYes, onNo }: WhoProps): JSX.Element {
  const t = useText();
  const { first_name, last_name, organisation } = whose;
  return (
    <div className="narrow">
      <div className="sheet">
        <div className="wait">
          <h1>{t("identification.whoAreYou", { name: `${first_name} ${last_name}` })}</h1>
          <p className="lead">{t("identification.whoAreYouLead", { organisation })}</p>
        </div>
        <div className="part">
          <Note kind="warn" icon="warning">
            <b>{t("identification.whoAreYouWarn")}</b>
            {t("identification.whoAreYouWarnLead")}
          </Note>
        </div>
      </div>
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={onNo}>
            {t("identification.notMe")}
          </button>
          <button className="btn btn-main" type="button" onClick={onYes}>
            {t("identification.me")}
          </button>
        </div>
      </div>
    </div>
  );
}

function Stranger({ at }: { readonly at: SignerPath | null }): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <Outcome
        look="warn"
        icon="warning"
        title={t("identification.begunElsewhere")}
        lead={t("identification.begunElsewhereLead")}
      />
      <div className="sheet part">
        <ol className="pick-n">
          {(["openFirst", "orAgain"] as const).map((step) => (
            <li key={step}>
              <div>
                <b>{t(`identification.${step}`)}</b>
                <p className="small muted">{t(`identification.${step}Lead`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      {at !== null && (
        <div className="actions">
          <div className="go">
            <a className="btn btn-side" href={paths.login(at)}>
              {t("identification.loginAgain")}
            </a>
          </div>
        </div>
      )}
    </div>
  );
}
