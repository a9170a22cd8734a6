import type { FormEvent, JSX } from "react";
import { CodePart } from "../code/code-card.tsx";
import type { ChallengeState } from "../code/stored-challenge.ts";
import { PageHead } from "../frame/page-head.tsx";
import { useText } from "../i18n/catalogue.ts";
import { Emphasised } from "../ui/emphasised.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { useCodeEntry } from "./use-code-entry.ts";
import type { Owner } from "./use-owner.ts";

type Props = { readonly owner: Owner; readonly code: ChallengeState };

/** The second step: the code of the e-mail. */
export function MailCodeStep({ owner, code }: Props): JSX.Element {
  const t = useText();
  const entry = useCodeEntry(code, "mail");
  function prove(event: FormEvent): void {
    event.preventDefault();
    void entry.send(owner.prove);
  }
  return (
    <div className="narrow">
      <PageHead title={t("owner.codeTitle")} lead={<Emphasised text={t("owner.codeLead", { email: owner.email })} />} />
      <form noValidate onSubmit={prove}>
        <div className="sheet">
          <CodePart
            {...entry.part}
            onResend={() => {
              entry.clear();
              void owner.askMail(owner.email);
            }}
          />
          <details className="part help py-2">
            <summary>{t("code.help")}</summary>
            <ul className="small muted grid gap-1 pb-3">
              <li>{t("owner.help1")}</li>
              <li>{t("owner.help2")}</li>
            </ul>
          </details>
        </div>
        <div className="actions">
          <div className="go">
            <MainButton look="side" onPress={() => owner.begin()}>
              {t("owner.back")}
            </MainButton>
            <MainButton type="submit" busy={entry.busy}>
              {t("owner.next")}
            </MainButton>
          </div>
        </div>
      </form>
    </div>
  );
}
