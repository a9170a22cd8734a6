import { type JSX, useState } from "react";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon, type IconName } from "../ui/icons.tsx";
import { identificationIcons } from "../ui/identification-icons.ts";
import { late } from "../ui/late-icons.ts";
import { MainButton } from "../ui/main-button.tsx";
import { Note } from "../ui/note.tsx";
import type { CardCalls } from "./card-calls.ts";
import { askClient, type ClientState } from "./client-state.ts";
import { useLeadOn } from "./use-lead-on.ts";
import { type Start, useStart } from "./use-start.ts";

/** Where people get the app. */
const install_url = "https://www.ausweisapp.bund.de/download";

type Props = {
  readonly calls: CardCalls;
  /** Where the app answers. */
  readonly client: string;
};

/** The app on this computer: opened by a link that is always there; whether it runs is looked up on a press only. */
export function OnThisComputer({ calls, client }: Props): JSX.Element {
  const t = useText();
  const { start, go } = useStart();
  useLeadOn(calls, start.gone);
  const [state, setState] = useState<ClientState | "looking" | null>(null);
  const look = async (): Promise<void> => {
    setState("looking");
    setState(await askClient(client));
  };
  const isLooking = state === "looking";
  return (
    <section className="sheet one-way">
      <h2>
        <Icon name={late.screen} size={26} />
        {t("identification.computer")}
      </h2>
      <p className="small muted">{t("identification.computerLead")}</p>
      <div className="grid gap-3">
        {state === null && <p className="small">{t("identification.mayLook")}</p>}
        <p className={isLooking ? "state you" : "vh"} role="status">
          {isLooking && <span className="spin" aria-hidden="true" />}
          {isLooking ? t("identification.looking") : ""}
        </p>
        {state !== null && state !== "looking" && <Found state={state} />}
        <Begun start={start} />
      </div>
      <div className="end">
        <OpenButton start={start} isMain={state === "available"} onPress={() => void go(calls.start(false))} />
        <button
          className="btn btn-quiet"
          type="button"
          aria-disabled={isLooking || undefined}
          onClick={() => {
            if (!isLooking) void look();
          }}
        >
          {state !== null && <Icon name="again" size={18} />}
          {t(state === null ? "identification.look" : "identification.lookAgain")}
        </button>
      </div>
    </section>
  );
}

const looks = {
  available: { kind: "ok", icon: "done" },
  unavailable: { kind: "bad", icon: "barred" },
  prompt: { kind: "plain", icon: "warning" },
  blocked: { kind: "warn", icon: "warning" },
  unknown: { kind: "plain", icon: "warning" },
} as const satisfies Record<ClientState, { readonly kind: string; readonly icon: IconName }>;

/** What was found; an alert only where it is sure that nothing runs (decisions.md §8, S-200). */
function Found({ state }: { readonly state: ClientState }): JSX.Element {
  const t = useText();
  const { kind, icon } = looks[state];
  return (
    <div role={state === "unavailable" ? "alert" : "status"}>
      <Note kind={kind} icon={icon}>
        <b>{t(`identification.${state}`)}</b>
        {t(`identification.${state}Lead`)}
        {(state === "unavailable" || state === "unknown") && (
          <>
            {" "}
            <Install />
          </>
        )}
      </Note>
    </div>
  );
}

/** The app on the phone that this page is on; on an iPad, which may be set up either way, by both links. */
export function OnThisDevice({
  calls,
  client,
}: Omit<Props, "client"> & { readonly client: string | null }): JSX.Element {
  const t = useText();
  const { start, go } = useStart();
  useLeadOn(calls, start.gone);
  return (
    <section className="sheet one-way">
      <h2>
        <Icon name={identificationIcons.card} size={26} />
        {t("identification.device")}
      </h2>
      <p className="small muted">{t("identification.deviceLead")}</p>
      <Begun start={start} />
      <p className="small">
        <Install />
      </p>
      <div className="end">
        <OpenButton start={start} isMain onPress={() => void go(calls.start(true))} />
        {client !== null && (
          <button
            className="btn btn-quiet"
            type="button"
            aria-disabled={start.busy || undefined}
            onClick={() => {
              if (!start.busy) void go(calls.start(false));
            }}
          >
            {t("identification.openAppHere")}
          </button>
        )}
      </div>
    </section>
  );
}

/** An issuer's page reads the card. */
export function OnIssuer({ calls }: Pick<Props, "calls">): JSX.Element {
  const t = useText();
  const { start, go } = useStart();
  return (
    <section className="sheet one-way">
      <p>{t("identification.issuerLead")}</p>
      {start.fault !== null && <Fault id="start-fault">{sentenceOfCode(start.fault, t)}</Fault>}
      <div className="end">
        <MainButton busy={start.busy} onPress={() => void go(calls.start(false))}>
          {t("identification.issuerGo")}
        </MainButton>
      </div>
    </section>
  );
}

type OpenProps = { readonly start: Start; readonly isMain: boolean; readonly onPress: () => void };

function OpenButton({ start, isMain, onPress }: OpenProps): JSX.Element {
  const t = useText();
  return (
    <MainButton look={isMain ? "main" : "side"} busy={start.busy} onPress={onPress}>
      <Icon name={identificationIcons.outside} size={18} />
      {t("identification.openApp")}
    </MainButton>
  );
}

/** Why it could not begin, or what to do where nothing opens. */
function Begun({ start }: { readonly start: Start }): JSX.Element | null {
  const t = useText();
  if (start.fault !== null) return <Fault id="start-fault">{sentenceOfCode(start.fault, t)}</Fault>;
  return start.gone ? (
    <p className="small muted" role="status">
      {t("identification.opened")}
    </p>
  ) : null;
}

function Install(): JSX.Element {
  const t = useText();
  return (
    <a href={install_url} target="_blank" rel="noreferrer">
      {t("identification.install")}
      <span className="vh"> ({t("frame.newTab")})</span>
    </a>
  );
}
