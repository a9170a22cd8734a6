import "../../../i18n/identification-texts.ts";
import "../../../styles/identification.css";
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { type JSX, type ReactNode, useState } from "react";
import { BackButton } from "../../../frame/back-button.tsx";
import { sentenceOfCode, useText } from "../../../i18n/catalogue.ts";
import { useStart } from "../../../identity/use-start.ts";
import { lifeOf, needOf, openWays, type Way, wordsOfWay } from "../../../identity/ways.ts";
import { paths } from "../../../paths.ts";
import { Emphasised } from "../../../ui/emphasised.tsx";
import { Fault } from "../../../ui/fault.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { MainButton } from "../../../ui/main-button.tsx";
import { addressOfVideo } from "./signer-calls.ts";

type Props = {
  readonly workflow: WorkflowView;
  readonly configuration: ProviderConfiguration;
  /** What is said to whoever is about to go to an office. */
  readonly inPerson: ReactNode;
};

/** The ways as cards, each with what it needs and takes; the way on depends on the chosen one. */
export function WayChoice({ workflow, configuration, inPerson }: Props): JSX.Element {
  const t = useText();
  const { identification, personal_ident_url: office } = configuration;
  const ways = openWays(identification);
  const [chosen, setChosen] = useState<Way>(ways[0] ?? "inPerson");
  const { start, go } = useStart();
  const goOn = (): void => {
    // As a page of its own: the policy of this one keeps it from asking the client.
    if (chosen === "card") window.location.assign(paths.ausweisApp(workflow));
    if (chosen === "video") void go(addressOfVideo(workflow));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!start.busy) goOn();
      }}
    >
      <fieldset>
        <legend className="vh">{t("identification.ways")}</legend>
        {ways.map((way) => (
          <WayCard
            key={way}
            way={way}
            offered={identification}
            chosen={way === chosen}
            onChoose={() => setChosen(way)}
          />
        ))}
      </fieldset>
      {chosen === "inPerson" ? (
        inPerson
      ) : (
        <p className="small muted mt-4">
          <Emphasised text={t("identification.sameName", { name: `${workflow.first_name} ${workflow.last_name}` })} />
        </p>
      )}
      {start.fault !== null && <Fault id="start-fault">{sentenceOfCode(start.fault, t)}</Fault>}
      <div className="actions">
        <div className="go">
          <BackButton to={paths.documents(workflow)} blocked={start.busy} />
          {chosen === "inPerson" ? (
            // Such a page may belong to nobody, and forgets the session of its tab: this one stays.
            <a className="btn btn-main" href={office} target="_blank" rel="noreferrer">
              {t("identify.inPersonGo")}
              <span className="vh"> ({t("frame.newTab")})</span>
            </a>
          ) : (
            <MainButton type="submit" busy={start.busy}>
              {t("frame.next")}
            </MainButton>
          )}
        </div>
      </div>
    </form>
  );
}

type CardProps = {
  readonly way: Way;
  readonly offered: ProviderConfiguration["identification"];
  readonly chosen: boolean;
  readonly onChoose: () => void;
};

function WayCard({ way, offered, chosen, onChoose }: CardProps): JSX.Element {
  const t = useText();
  const { title, lead, takes, icon } = wordsOfWay[way];
  const facts = [
    [t("identify.need"), t(needOf(way, offered))],
    [t("identify.takes"), t(takes)],
    [t("identification.costs"), t("identification.nothing")],
    [t("identify.life"), lifeOf(way, offered, t)],
  ] as const;
  return (
    <label className="choice with-needs">
      <input
        type="radio"
        name="way"
        value={way}
        checked={chosen}
        onChange={onChoose}
        aria-label={t(title)}
        aria-describedby={`way-${way}`}
      />
      <div className="grow" id={`way-${way}`}>
        <b>{t(title)}</b>
        <span>{t(lead)}</span>
        <dl className="needs">
          {facts.map(([fact, text]) => (
            <div key={fact}>
              <dt>{fact}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Icon name={icon} size={26} />
    </label>
  );
}
