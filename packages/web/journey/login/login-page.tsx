import { type JSX, useEffect, useState } from "react";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { Ended } from "./ended.tsx";
import { type CheckedLink, checkLink } from "./enter.ts";
import { LoginForm } from "./login-form.tsx";

type State = { readonly status: "checking" } | CheckedLink;

/** Workflow login: ends any session on entry, checks the link, then asks only for what is needed (signer-side.md §2). */
export function LoginPage({ at, onward }: { at: SignerPath; onward: (path: string) => void }): JSX.Element {
  const t = useText();
  const [state, setState] = useState<State>({ status: "checking" });
  const { workflow_id, signer_id } = at;
  useEffect(() => {
    let current = true;
    void checkLink({ workflow_id, signer_id }).then((next) => {
      if (!current) return;
      if (next === null) onward(paths.root);
      else setState(next);
    });
    return () => {
      current = false;
    };
  }, [workflow_id, signer_id, onward]);
  const checked = state.status === "checking" ? null : state.checked;
  return (
    <Frame pack={checked?.whitelabeling_pack ?? null} title={t("login.title")}>
      {state.status === "checking" && <Loading />}
      {state.status === "ended" && <Ended ending={state.ending} />}
      {state.status === "ready" && (
        <LoginForm
          at={at}
          checked={state.checked}
          onward={onward}
          onEnded={(ending) => setState({ status: "ended", ending, checked: state.checked })}
        />
      )}
    </Frame>
  );
}
