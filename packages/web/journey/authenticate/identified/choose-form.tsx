import type { Identification } from "@siegel/contract/calls/identification.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { default_phone_country } from "@siegel/contract/limits.ts";
import { clockText, momentText } from "@siegel/contract/moment.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { BackButton } from "../../../frame/back-button.tsx";
import { isGoodPair, NewPassword, type Pair } from "../../../frame/new-password.tsx";
import { PhoneField } from "../../../frame/phone-field.tsx";
import { Trust } from "../../../frame/trust.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { useLanguage } from "../../../i18n/language.ts";
import { Outcome } from "../../../identity/outcome.tsx";
import { paths } from "../../../paths.ts";
import { identificationIcons } from "../../../ui/identification-icons.ts";
import { late } from "../../../ui/late-icons.ts";
import { MainButton } from "../../../ui/main-button.tsx";
import type { Chosen } from "./chosen.ts";
import { DoubtfulHead, InvitedAndRead } from "./doubtful.tsx";

type Props = {
  readonly told: Identification;
  readonly workflow: WorkflowView;
  /** IANA name of the organisation's zone. */
  readonly zone: string;
  readonly onChosen: (chosen: Chosen) => void;
};

/** The person has proven who they are, and chooses the password of their certificate and the phone for its codes (signer-side.md §5). */
export function ChooseForm({ told, workflow, zone, onChosen }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [pair, setPair] = useState<Pair>({ password: "", again: "" });
  const [country, setCountry] = useState(default_phone_country);
  const [number, setNumber] = useState("");
  const [pressed, setPressed] = useState(false);
  const [isBadNumber, setIsBadNumber] = useState(false);
  const owner = { firstName: told.first_name ?? "", lastName: told.last_name ?? "" };
  const seal = isSeal(workflow.signer_type);
  const inReview = told.state === "review";

  async function choose(event: FormEvent): Promise<void> {
    event.preventDefault();
    setPressed(true);
    // The metadata of all countries' numbers is larger than everything else here.
    const { storedPhone } = await import("@siegel/contract/account-phone.ts");
    const phone = storedPhone(number, country);
    setIsBadNumber(phone === null);
    if (phone !== null && isGoodPair(pair, owner)) return onChosen({ password: pair.password.normalize("NFC"), phone });
    setTimeout(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }
  return (
    <div className="narrow">
      {inReview ? (
        <DoubtfulHead told={told} />
      ) : (
        <Outcome look="ok" icon="done" title={t("identification.youDid")} lead={t("identification.chooseLead")} />
      )}
      <form ref={form} noValidate onSubmit={(event) => void choose(event)}>
        <div className="sheet">
          {inReview ? <InvitedAndRead told={told} /> : <Facts told={told} zone={zone} seal={seal} />}
          {inReview && <p className="part">{t("identification.chooseLeadReview")}</p>}
          <NewPassword pair={pair} owner={owner} pressed={pressed} onChange={setPair} />
          <div className="part grid gap-5">
            <div>
              <h2 className="h-card">{t("identification.yourPhone")}</h2>
              <p className="small muted">
                {t(seal ? "identification.yourPhoneLeadSeal" : "identification.yourPhoneLead")}
              </p>
            </div>
            <PhoneField
              label={t("identification.number")}
              countryLabel={t("identification.country")}
              autoComplete="tel-national"
              country={country}
              value={number}
              fault={isBadNumber ? t(number.trim() === "" ? "frame.required" : "identification.numberFault") : null}
              onCountry={(next) => {
                setCountry(next);
                setIsBadNumber(false);
              }}
              onChange={(next) => {
                setNumber(next);
                setIsBadNumber(false);
              }}
            />
          </div>
        </div>
        <div className="actions">
          <div className="go">
            <BackButton to={paths.documents(workflow)} />
            <MainButton type="submit">
              {t(inReview ? "identification.toCode" : "identification.toDocuments")}
            </MainButton>
          </div>
        </div>
      </form>
      <Trust
        points={[
          { icon: late.key, title: t("identification.store"), text: t("identification.storeLead") },
          {
            icon: identificationIcons.flag,
            title: t(seal ? "identification.notYetSeal" : "identification.notYet"),
            text: t(inReview ? "identification.notYetLead" : "identification.soon"),
          },
        ]}
      />
    </div>
  );
}

type FactsProps = Pick<Props, "told" | "zone"> & { readonly seal: boolean };

function Facts({ told, zone, seal }: FactsProps): JSX.Element {
  const t = useText();
  const words = { language: useLanguage(), zone };
  const route = t(told.route === "eid" ? "identification.card" : "identification.video");
  const at = told.identified_at;
  const until = told.sign_until;
  const facts = [
    [t("identification.name"), `${told.first_name ?? ""} ${told.last_name ?? ""}`],
    [t("identification.checkedWith"), at === null ? route : `${route} · ${momentText(new Date(at), words)}`],
    ...(until === null
      ? []
      : [
          [
            t(seal ? "identification.goodSeal" : "identification.good"),
            t("identification.goodUntil", { time: clockText(new Date(until), words) }),
          ] as const,
        ]),
  ] as const;
  return (
    <div className="part">
      <dl className="facts">
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
