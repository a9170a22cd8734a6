import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { IdentificationFault } from "@siegel/contract/identification.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { useConfiguration } from "../../../api/configuration.ts";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import type { TextKey } from "../../../i18n/text-key.ts";
import { waysAfter, wordsOf } from "../../../identity/failure-words.ts";
import { Outcome } from "../../../identity/outcome.tsx";
import { useStart } from "../../../identity/use-start.ts";
import { openWays, type Way, wordsOfWay } from "../../../identity/ways.ts";
import { paths, type SignerPath } from "../../../paths.ts";
import { readWorkflow } from "../../../session.ts";
import { Fault } from "../../../ui/fault.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { identificationIcons } from "../../../ui/identification-icons.ts";
import { addressOfVideo } from "../identify/signer-calls.ts";

type Props = {
  /** Null: the way back held nothing that counts; `why` is what is known of it all the same. */
  readonly told: Identification | null;
  readonly why?: IdentificationFault | null;
  /** Whose it was; null: nobody knows. Without a login there is no way to go on but that. */
  readonly at: SignerPath | null;
  readonly isIn: boolean;
};

/** It came to nothing: why, what to do, and the ways that are open (signer-side.md §2, §8). */
export function Wrong({ told, why = null, at, isIn }: Props): JSX.Element {
  const t = useText();
  const { title, lead, reason } = wordsOf(told, why);
  const type = readWorkflow()?.signer_type;
  const seal = type !== undefined && isSeal(type);
  const sentences = [
    ...(reason === null ? [] : [t(reason)]),
    ...(lead === null ? [t(seal ? "identification.nothingDoneSeal" : "identification.nothingSigned")] : [t(lead)]),
  ];
  const isCancelled = told?.state === "cancelled";
  return (
    <div className="narrow">
      <Outcome
        look={isCancelled ? "" : "bad"}
        icon={isCancelled ? "barred" : identificationIcons.cross}
        title={t(title)}
        lead={sentences.join(" ")}
      />
      {told?.failure === "DECLINED" && <WhoInvited />}
      {at !== null && isIn && <OpenWays told={told} at={at} />}
      {told !== null && (
        <p className="tiny subtle mt-4">
          {t("identification.reference")} <span className="mono">{told.reference}</span>
        </p>
      )}
      <div className="actions">
        <div className="go">
          <a className="btn btn-side" href={at === null ? paths.root : paths.login(at)}>
            {t("identification.toLogin")}
          </a>
        </div>
      </div>
    </div>
  );
}

/** Whom to ask for an invitation in the right name. */
function WhoInvited(): JSX.Element | null {
  const workflow = readWorkflow();
  if (workflow === null) return null;
  const { initiator_first_name, initiator_last_name, initiator_email } = workflow;
  return (
    <p className="mb-6">
      <a className="tap" href={`mailto:${initiator_email}`}>
        {`${initiator_first_name} ${initiator_last_name}, ${initiator_email}`}
      </a>
    </p>
  );
}

const takes: Readonly<Record<Way, TextKey>> = {
  card: "identification.cardOpen",
  video: "identification.videoOpen",
  inPerson: "identification.inPersonOpen",
};

function OpenWays({ told, at }: { readonly told: Identification | null; readonly at: SignerPath }): JSX.Element | null {
  const t = useText();
  const configuration = useConfiguration();
  const { start, go } = useStart();
  if (configuration === null) return null;
  const ways = waysAfter(told, openWays(configuration.identification));
  const row = (way: Way): JSX.Element => (
    <>
      <Icon name={wordsOfWay[way].icon} size={24} />
      <span className="grow">
        <b>{t(wordsOfWay[way].title)}</b>
        <span className="small muted">
          {t(way === "card" && told?.route === "eid" ? "identification.cardAgain" : takes[way])}
        </span>
      </span>
      {way === "video" && start.busy ? (
        <span className="spin" aria-hidden="true" />
      ) : (
        <Icon name={way === "inPerson" ? identificationIcons.outside : identificationIcons.right} />
      )}
    </>
  );
  return (
    <div className="sheet">
      <div className="part pb-3">
        <h2>{t("identification.open")}</h2>
        {start.fault !== null && <Fault id="start-fault">{sentenceOfCode(start.fault, t)}</Fault>}
      </div>
      <ul className="linkrows">
        {ways.map((way) => (
          <li key={way}>
            {way === "card" && (
              <a className="linkrow" href={paths.ausweisApp(at)}>
                {row(way)}
              </a>
            )}
            {way === "video" && (
              <button
                className="linkrow"
                type="button"
                onClick={() => void (start.busy ? null : go(addressOfVideo(at)))}
              >
                {row(way)}
              </button>
            )}
            {way === "inPerson" && (
              <a className="linkrow" href={configuration.personal_ident_url} target="_blank" rel="noreferrer">
                {row(way)}
                <span className="vh"> ({t("frame.newTab")})</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
