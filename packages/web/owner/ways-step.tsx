import "../i18n/identification-texts.ts";
import "../styles/identification.css";
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { JSX } from "react";
import type { Answer } from "../api/answer.ts";
import { useConfiguration } from "../api/configuration.ts";
import { callOwnerIdentity } from "../api/owner-identity-calls.ts";
import { Contacts } from "../frame/contacts.tsx";
import { Loading } from "../frame/loading.tsx";
import { SerialNumber } from "../frame/serial-text.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import type { TextKey } from "../i18n/text-key.ts";
import { thisDevice } from "../identity/device.ts";
import { useStart } from "../identity/use-start.ts";
import { wordsOfWay } from "../identity/ways.ts";
import { paths } from "../paths.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { identificationIcons } from "../ui/identification-icons.ts";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import { keepReason } from "./kept-reason.ts";
import type { At, IdentityWish, Owner } from "./use-owner.ts";

type Props = { readonly owner: Owner; readonly at: Extract<At, { readonly step: "ways" }> };

const leads = {
  revoke: "ownerIdentity.waysRevoke",
  change_phone: "ownerIdentity.waysPhone",
  change_password: "ownerIdentity.waysPassword",
} as const satisfies Record<IdentityWish["purpose"], TextKey>;

/** By which ways the person can identify themselves, and whom to ask where none of them works. */
export function WaysStep({ owner, at: { certificates, wish } }: Props): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const { certificate, purpose, reason } = wish;
  return (
    <div className="narrow">
      <div className="head">
        <h1 tabIndex={-1}>{t(purpose === "revoke" ? "ownerIdentity.whatRevoke" : "ownerIdentity.ways")}</h1>
        <p className="lead">{t(leads[purpose])}</p>
      </div>
      <div className="sheet">
        <div className="part">
          <dl className="facts">
            <div>
              <dt>{t("owner.certificate")}</dt>
              <dd>
                <SerialNumber serial={certificate.serial_number} />
              </dd>
            </div>
            {reason !== null && (
              <div>
                <dt>{t("owner.reason")}</dt>
                <dd>{t(`owner.reason.${reason}`)}</dd>
              </div>
            )}
          </dl>
        </div>
        {configuration === null ? (
          <Loading />
        ) : (
          <>
            <OpenWays owner={owner} wish={wish} offered={configuration.identification} />
            <div className="part">
              <Note kind="plain" icon="phone">
                <b>{t("ownerIdentity.notThat")}</b>
                {t(purpose === "revoke" ? "ownerIdentity.notThatRevoke" : "ownerIdentity.notThatChange", {
                  provider: configuration.provider_name,
                })}
                <Contacts contact={configuration.contact} imprint={t("owner.seeImprint")} />
                <p className="small muted mt-4">{t("owner.lostTell")}</p>
              </Note>
            </div>
          </>
        )}
      </div>
      <div className="actions">
        <div className="go">
          <MainButton look="side" onPress={() => owner.show({ step: "table", certificates, done: null })}>
            {t("owner.back")}
          </MainButton>
        </div>
      </div>
    </div>
  );
}

type WaysProps = {
  readonly owner: Owner;
  readonly wish: IdentityWish;
  readonly offered: ProviderConfiguration["identification"];
};

function OpenWays({ owner, wish: { certificate, purpose, reason }, offered }: WaysProps): JSX.Element {
  const t = useText();
  const { start, go } = useStart();
  const { certificate_id: cert } = certificate;
  // A film is enough to end something, and not to take it over (docs/decisions/0029).
  const ways = [
    ...(offered.eid ? (["card"] as const) : []),
    ...(offered.video && purpose === "revoke" ? (["video"] as const) : []),
  ];
  const choose = (way: (typeof ways)[number]): void => {
    if (start.busy) return;
    if (reason !== null) keepReason(cert, reason);
    // As a page of its own: the policy of this one keeps it from asking the client.
    if (way === "card") window.location.assign(paths.certificateCard({ cert, for: purpose }));
    else void go(addressOfVideo(owner, cert));
  };
  if (ways.length === 0) return <p className="part">{t("ownerIdentity.waysNone")}</p>;
  return (
    <>
      <ul className="linkrows">
        {ways.map((way) => (
          <li key={way}>
            <button className="linkrow" type="button" onClick={() => choose(way)}>
              <Icon name={wordsOfWay[way].icon} size={24} />
              <span className="grow">
                <b>{t(wordsOfWay[way].title)}</b>
                <span className="small muted">
                  {t(way === "card" ? "identification.cardOpen" : "identification.videoOpen")}
                </span>
              </span>
              {way === "video" && start.busy ? (
                <span className="spin" aria-hidden="true" />
              ) : (
                <Icon name={identificationIcons.right} />
              )}
            </button>
          </li>
        ))}
      </ul>
      {start.fault !== null && (
        <div className="part">
          <Fault id="start-fault">{sentenceOfCode(start.fault, t)}</Fault>
        </div>
      )}
    </>
  );
}

async function addressOfVideo(owner: Owner, cert_id: string): Promise<Answer<string>> {
  const body = { cert_id, isMobile: thisDevice() !== "computer" };
  const answer = await callOwnerIdentity("startNectRevoke", { body });
  if (!answer.ok && answer.code === "MAILBOX_UNPROVEN") owner.begin(true);
  return answer.ok ? { ...answer, data: answer.data.nect_url } : answer;
}
