import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { FirstQuick } from "@siegel/contract/first-html.ts";
import { quick_login_delay_ms } from "@siegel/contract/limits.ts";
import { isAuthenticated } from "@siegel/contract/signer-kind.ts";
import { type JSX, useEffect, useState } from "react";
import type { CallData } from "../../api/calls.ts";
import { Frame } from "../../frame/frame.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { authenticationPath } from "../authentication-path.ts";
import { Ended } from "./ended.tsx";
import { type Ending, endingOf, titleOfEnding } from "./ending.ts";
import { checkLink, openSession } from "./enter.ts";

type Props = {
  readonly at: SignerPath;
  readonly onward: (path: string) => void;
  /** What came with the page itself; without it the link is tried from here. */
  readonly first?: FirstQuick;
};

type State = {
  readonly checked: CallData<"checkWorkflow"> | null;
  readonly ending: Ending | null;
};

/** Quick login: asks nothing, says what happens, and leads to the act (signer-side.md §2; decisions.md §7). */
export function QuickPage({ at, onward, first }: Props): JSX.Element {
  const t = useText();
  const [state, setState] = useState<State>({ checked: first?.checked ?? null, ending: null });
  const { workflow_id, signer_id } = at;
  useEffect(() => {
    let current = true;
    const say = (told: Partial<State>): void => {
      if (current) setState((known) => ({ ...known, ...told }));
    };
    void enter({ workflow_id, signer_id }, { first, say }).then((path) => {
      if (current && path !== null) onward(path);
    });
    return () => {
      current = false;
    };
  }, [workflow_id, signer_id, onward, first]);
  return (
    <Frame
      pack={state.checked?.whitelabeling_pack ?? null}
      title={t(state.ending === null ? "quick.title" : titleOfEnding(state.ending))}
    >
      {state.ending === null ? (
        <Entering name={state.checked?.whitelabeling_pack.name ?? null} />
      ) : (
        <Ended ending={state.ending} organisation={state.checked?.whitelabeling_pack.name} />
      )}
    </Frame>
  );
}

function Entering({ name }: { name: string | null }): JSX.Element {
  const t = useText();
  return (
    <div className="quick" role="status">
      <span className="spin spin-large" aria-hidden="true" />
      <h1>{t("quick.title")}</h1>
      <p className="lead">{name === null ? t("frame.loading") : t("quick.lead", { name })}</p>
    </div>
  );
}

/** Where to go, or null when the page stays and says why. */
async function enter(
  at: SignerPath,
  { first, say }: { readonly first: FirstQuick | undefined; readonly say: (told: Partial<State>) => void },
): Promise<string | null> {
  const begunMs = performance.now();
  // Of a page that came with its facts the server has looked already.
  const link = first === undefined ? await checkLink(at) : ({ status: "ready", checked: first.checked } as const);
  if (link === null) return paths.notFound;
  if (link.status === "ended") {
    say(link);
    return null;
  }
  say({ checked: link.checked });
  // Where the sender wants no quick login, or a password, the login page asks.
  if (!link.checked.quick_login) return paths.login(at);
  const open = openingOf(link.checked.type, at);
  const next = await openSession(at, { workflow: { gtcChecked: true, quick: true }, open });
  if (typeof next !== "string") {
    const ending = endingOf(next);
    if (ending === null) return paths.login(at);
    say({ ending });
    return null;
  }
  // Long enough to read whose documents these are; a simple signature is about to read them anyway.
  if (next === paths.authenticate(at)) await until(begunMs + quick_login_delay_ms);
  return next;
}

const openingOf = (type: SignerType, at: SignerPath): string =>
  isAuthenticated(type) ? authenticationPath(type, at) : paths.documents(at);

const until = (atMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));
