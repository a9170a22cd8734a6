import { isSeal } from "@siegel/contract/signer-kind.ts";
import { type JSX, useLayoutEffect, useRef, useState } from "react";
import type { CallData } from "../../api/calls.ts";
import { TermsBox } from "../../frame/terms-box.tsx";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { useLanguage } from "../../i18n/language.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { Icon } from "../../ui/icons.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { fingerprintOfName, Rosette } from "../../ui/rosette.tsx";
import { type Ending, endingOf } from "./ending.ts";
import { openSession } from "./enter.ts";
import { claimOf, leadOf } from "./login-words.ts";
import { PasswordField } from "./password-field.tsx";

/** A form that was sent without the application: the code that refused it, and whether the terms were ticked. */
export type SentForm = { readonly fault: string | null; readonly ticked: boolean };

type Props = {
  readonly at: SignerPath;
  readonly checked: CallData<"checkWorkflow">;
  /** What came of the form where it was sent before the application had loaded. */
  readonly sent: SentForm;
  /** Encryption is claimed only where people reach the service over https. */
  readonly encrypted: boolean;
  readonly onward: (path: string) => void;
  readonly onEnded: (ending: Ending) => void;
};

/** Password where the workflow has one, terms where they are not accepted, and a button that says what it waits for. */
export function LoginForm({ at, checked, sent, encrypted, onward, onEnded }: Props): JSX.Element {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [accepted, setAccepted] = useState(sent.ticked);
  const [fault, setFault] = useState<string | null>(sent.fault);
  const [busy, setBusy] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const seal = isSeal(checked.type);
  const asksTerms = !seal && !checked.terms_accepted;
  const missing = whatIsMissing(checked.password && password === "", asksTerms && !accepted);

  // The form may have stood there before this program did: what was typed and ticked by then stays.
  useLayoutEffect(() => {
    for (const input of form.current?.querySelectorAll("input") ?? []) {
      if (input.name === "password") setPassword(input.value);
      if (input.name === "terms") setAccepted(input.checked);
    }
    setLoaded(true);
  }, []);

  async function logIn(): Promise<void> {
    setBusy(true);
    setFault(null);
    const workflow = { ...(checked.password ? { password } : {}), gtcChecked: accepted };
    const next = await openSession(at, { workflow, open: paths.credentials(at) });
    // Still busy: until the next page is there, another press would begin another session.
    if (typeof next === "string") return onward(next);
    setBusy(false);
    const ending = endingOf(next);
    if (next.code !== "SERVICE_ERROR" && ending !== null && ending.kind !== "unavailable") return onEnded(ending);
    setFault(next.code);
  }

  return (
    <div className="entry">
      <div className="entry-rosette" aria-hidden="true">
        <Rosette hex={fingerprintOfName(checked.whitelabeling_pack.name)} size={520} />
      </div>
      <section className="entry-say">
        <p className="eyebrow">{t(`type.${checked.type}`)}</p>
        <h1 className="display serif">{t(claimOf(checked))}</h1>
        <p className="lead">{t(leadOf(checked), { name: checked.whitelabeling_pack.name })}</p>
        <Protected className="max-md:hidden" encrypted={encrypted} />
      </section>
      <form
        className="sheet sheet-pad entry-form grid gap-5"
        ref={form}
        method="post"
        action={paths.login(at)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === null && !busy) void logIn();
        }}
      >
        {/* In which language the terms were offered, where the form is sent without the application. */}
        <input type="hidden" name="language" value={useLanguage()} />
        {checked.password || asksTerms ? (
          <h2 className="h-xl">{t(checked.password ? "login.title" : "login.begin")}</h2>
        ) : (
          <p className="max-md:pr-16">{t("login.linkIsEnough")}</p>
        )}
        {checked.password && (
          <PasswordField
            value={password}
            onChange={setPassword}
            fault={fault === "WRONG_PASSWORD" ? sentenceOfCode(fault, t) : null}
          />
        )}
        {asksTerms && <TermsBox checked={accepted} onChange={setAccepted} />}
        <div>
          <MainButton
            type="submit"
            className="btn-wide"
            busy={busy}
            // Before that the button sends the form as it is, and the server says what is missing.
            reason={missing === null || !loaded ? null : t(missing)}
            reasonId="login-why"
          >
            {t(checked.password ? "login.submit" : "login.continue")}
          </MainButton>
          {(checked.password || asksTerms) && (
            // It keeps its line: what stands below does not move when nothing is missing any more.
            <p className="why mt-2.5 min-h-(--text-sm--line-height)" id="login-why">
              {missing !== null && t(missing)}
            </p>
          )}
          {fault !== null && fault !== "WRONG_PASSWORD" && <Fault id="login-fault">{sentenceOfCode(fault, t)}</Fault>}
        </div>
      </form>
      <Protected className="md:hidden" encrypted={encrypted} />
    </div>
  );
}

function whatIsMissing(
  password: boolean,
  terms: boolean,
): "login.needsBoth" | "login.needsPassword" | "login.needsTerms" | null {
  if (password && terms) return "login.needsBoth";
  if (password) return "login.needsPassword";
  return terms ? "login.needsTerms" : null;
}

/** What protects the person here. */
function Protected({ className, encrypted }: { className: string; encrypted: boolean }): JSX.Element {
  const t = useText();
  return (
    <p className={`entry-foot small muted ${className}`}>
      {encrypted && <Icon name="lock" size={18} />}
      <span>
        {encrypted && `${t("login.encrypted")} `}
        {t("login.yourLink")}
      </span>
    </p>
  );
}
