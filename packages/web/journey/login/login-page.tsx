import type { FirstLogin } from "@siegel/contract/first-html.ts";
import { type JSX, useEffect, useState } from "react";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { Ended } from "./ended.tsx";
import { titleOfEnding } from "./ending.ts";
import { type CheckedLink, checkLink, linkTold } from "./enter.ts";
import { LoginForm, type SentForm } from "./login-form.tsx";

type State = { readonly status: "checking" } | CheckedLink;

type Props = {
  readonly at: SignerPath;
  readonly onward: (path: string) => void;
  /** What came with the page itself; without it the link is tried from here. */
  readonly first?: FirstLogin;
  readonly encrypted: boolean;
};

/** What the page of a link is called, as far as it is known what it leads to. */
export const titleOfState = (state: State): TextKey =>
  state.status === "ended" ? titleOfEnding(state.ending) : "login.title";

const nothingSent: SentForm = { fault: null, ticked: false };

/** Workflow login: ends any session on entry, checks the link, then asks only for what is needed (signer-side.md §2). */
export function LoginPage({ at, onward, first, encrypted }: Props): JSX.Element {
  const t = useText();
  const [state, setState] = useState<State>(() => (first === undefined ? { status: "checking" } : linkTold(first)));
  const { workflow_id, signer_id } = at;
  useEffect(() => {
    if (first !== undefined) return; // the server has looked already
    let current = true;
    void checkLink({ workflow_id, signer_id }).then((next) => {
      if (!current) return;
      if (next === null) onward(paths.notFound);
      else setState(next);
    });
    return () => {
      current = false;
    };
  }, [workflow_id, signer_id, onward, first]);
  const checked = state.status === "checking" ? null : state.checked;
  return (
    <Frame pack={checked?.whitelabeling_pack ?? null} title={t(titleOfState(state))}>
      {state.status === "checking" && <Loading />}
      {state.status === "ended" && <Ended ending={state.ending} organisation={checked?.whitelabeling_pack.name} />}
      {state.status === "ready" && (
        <LoginForm
          at={at}
          checked={state.checked}
          sent={first === undefined ? nothingSent : { fault: first.refusal?.code ?? null, ticked: first.ticked }}
          encrypted={encrypted}
          onward={onward}
          onEnded={(ending) => setState({ status: "ended", ending, checked: state.checked })}
        />
      )}
    </Frame>
  );
}
