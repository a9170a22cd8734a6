import "../../i18n/identification-texts.ts";
import "../../styles/qualified.css";
import "../../styles/identification.css";
import "../../i18n/owner-identity-texts.ts";
import "../../styles/owner.css";
import type { CertificateChange } from "@siegel/contract/calls/cert-identity.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { useParams } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { mayWait, type Refusal } from "../../api/answer.ts";
import { CallRefused } from "../../api/client.ts";
import { useConfiguration } from "../../api/configuration.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { forgetSessionTime } from "../../api/session-time.ts";
import { Contacts } from "../../frame/contacts.tsx";
import { Friendly } from "../../frame/friendly.tsx";
import { Loading } from "../../frame/loading.tsx";
import { OpenPage } from "../../frame/open-page.tsx";
import { SerialNumber } from "../../frame/serial-text.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { Outcome, useHeadingFocus } from "../../identity/outcome.tsx";
import { clearSession } from "../../session.ts";
import { Emphasised } from "../../ui/emphasised.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { Note } from "../../ui/note.tsx";
import { StopDialog } from "./stop-dialog.tsx";

type State =
  | { readonly status: "looking" | "gone" }
  | { readonly status: "away"; readonly refusal: Refusal }
  | { readonly status: "told"; readonly change: CertificateChange };

/** The link of the message that tells of a change: what was changed, and the press that stops it (docs/decisions/0029). */
export function StopPage(): JSX.Element {
  const t = useText();
  const { secret = "" } = useParams({ strict: false }) as { readonly secret?: string };
  const [state, setState] = useState<State>({ status: "looking" });
  // It belongs to no signer, so this tab forgets whose it was (signer-side.md §6).
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  const look = useCallback(async (): Promise<void> => {
    setState({ status: "looking" });
    const looked = await callOwnerIdentity("lookAtChange", { params: { secret } });
    if (looked.ok) setState({ status: "told", change: looked.data });
    else setState(mayWait(looked) ? { status: "away", refusal: looked } : { status: "gone" });
  }, [secret]);
  useEffect(() => void look(), [look]);
  useHeadingFocus(state.status === "told" ? state.change.state : state.status);
  return (
    <OpenPage title={t("ownerIdentity.stop")}>
      {state.status === "looking" && <Loading />}
      {state.status === "away" && <LoadFailed error={new CallRefused(state.refusal)} onRetry={() => void look()} />}
      {state.status === "gone" && <Gone />}
      {state.status === "told" && state.change.state === "open" && (
        <Open secret={secret} change={state.change} onStopped={(change) => setState({ status: "told", change })} />
      )}
      {state.status === "told" && state.change.state === "stopped" && <Stopped change={state.change} />}
      {state.status === "told" && state.change.state === "ended" && (
        <div className="narrow">
          <Outcome look="ok" icon="done" title={t("ownerIdentity.ended")} lead={t("ownerIdentity.endedLead")} />
          <Facts change={state.change} />
        </div>
      )}
    </OpenPage>
  );
}

/** In person: within a workflow, where a new certificate replaced the one before. */
const routes: Readonly<Record<CertificateChange["route"] | "on-site", TextKey>> = {
  eid: "identification.card",
  video: "identification.video",
  "on-site": "ownerIdentity.inPerson",
};

type ChangeProps = { readonly change: CertificateChange };
type OpenProps = ChangeProps & {
  readonly secret: string;
  readonly onStopped: (change: CertificateChange) => void;
};

function Open({ secret, change, onStopped }: OpenProps): JSX.Element {
  const t = useText();
  const [asks, setAsks] = useState(false);
  return (
    <div className="narrow">
      <Outcome
        look="warn"
        icon="warning"
        title={t(change.kind === "phone" ? "ownerIdentity.stopPhone" : "ownerIdentity.stopPassword")}
        lead={t("ownerIdentity.stopLead")}
      />
      <Facts change={change} />
      <div className="mt-4">
        <Note kind="warn" icon="warning">
          <b>{t("ownerIdentity.stopWhat")}</b>
          {t("ownerIdentity.stopWhatLead")}
        </Note>
      </div>
      <div className="actions">
        <div className="go">
          <MainButton look="danger" onPress={() => setAsks(true)}>
            {t("ownerIdentity.notMe")}
          </MainButton>
        </div>
      </div>
      {asks && <StopDialog secret={secret} onKeep={() => setAsks(false)} onStopped={onStopped} />}
    </div>
  );
}

function Facts({ change }: ChangeProps): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const { changed_at, rests_until, revoked_at, route, serial_number, masked_phone, state } = change;
  const at = (moment: string): string => momentText(new Date(moment), { language });
  const facts = [
    [t("ownerIdentity.changedAt"), at(changed_at)],
    [t("ownerIdentity.provenBy"), t(routes[route])],
    ...(state === "open"
      ? ([
          [t("ownerIdentity.codesTo"), masked_phone],
          [t("ownerIdentity.restsUntil"), at(rests_until)],
        ] as const)
      : []),
    ...(revoked_at === null ? [] : ([[t("ownerIdentity.since"), at(revoked_at)]] as const)),
  ] as const;
  return (
    <div className="sheet part">
      <dl className="facts">
        <div>
          <dt>{t("owner.certificate")}</dt>
          <dd>
            <SerialNumber serial={serial_number} />
          </dd>
        </div>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Stopped({ change }: ChangeProps): JSX.Element {
  const t = useText();
  return (
    <div className="narrow">
      <Outcome look="warn" icon="barred" title={t("ownerIdentity.stopped")} lead={t("ownerIdentity.stoppedLead")} />
      <Facts change={change} />
      <div className="sheet part owner-next mt-4">
        <h2>{t("ownerIdentity.next")}</h2>
        <ol className="pick-n mt-4">
          {(["nextCard", "nextLook", "nextAgain"] as const).map((one) => (
            <li key={one}>
              <span>
                <Emphasised text={t(`ownerIdentity.${one}`)} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** No such link, or it is too old: whom to write to. */
function Gone(): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const provider = configuration?.provider_name ?? "";
  return (
    <Friendly figure="clock" title={t("ownerIdentity.tooOld")} lead={t("ownerIdentity.tooOldLead", { provider })}>
      {configuration !== null && <Contacts contact={configuration.contact} imprint={t("owner.seeImprint")} />}
    </Friendly>
  );
}
