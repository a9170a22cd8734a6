import { type JSX, useEffect, useState } from "react";
import type { CallData } from "../../api/calls.ts";
import { type Answer, callApi, endSession } from "../../api/client.ts";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { followUser } from "../../i18n/follow-user.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { Ended } from "./ended.tsx";
import { type Ending, endingOf } from "./ending.ts";
import { LoginForm } from "./login-form.tsx";

type State =
  | { readonly status: "checking" }
  | { readonly status: "ready"; readonly checked: CallData<"checkWorkflow"> }
  | { readonly status: "ended"; readonly ending: Ending; readonly checked: CallData<"checkWorkflow"> | null };

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

/** Null: an unknown link, to `/`. */
async function checkLink(at: SignerPath): Promise<State | null> {
  await endSession();
  const path = await callApi("checkPath", { body: at }, { quiet: true });
  if (!path.ok) return stateOf(path);
  const checked = await callApi("checkWorkflow", { body: at }, { quiet: true });
  if (!checked.ok) return stateOf(checked);
  await followUser(checked.data);
  return { status: "ready", checked: checked.data };
}

function stateOf(refusal: Extract<Answer<unknown>, { ok: false }>): State | null {
  const ending = endingOf(refusal);
  return ending === null ? null : { status: "ended", ending, checked: null };
}
