import "../../../i18n/ident-texts.ts";
import "../../../styles/qualified.css";
import type { MadeCertificate } from "@siegel/contract/calls/personal-ident.ts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import type { Refusal } from "../../../api/answer.ts";
import { CallRefused } from "../../../api/client.ts";
import { forgetSessionTime } from "../../../api/session-time.ts";
import { Loading } from "../../../frame/loading.tsx";
import { OpenPage } from "../../../frame/open-page.tsx";
import { LoadFailed } from "../../../frame/service-away.tsx";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { clearSession } from "../../../session.ts";
import { CertificateMade } from "./certificate-made.tsx";
import { IdentForm } from "./ident-form.tsx";
import { useIdentCode } from "./use-ident-code.ts";

/** Somebody who was met on site makes their certificate: code, password twice, terms (signer-side.md §2). */
export function IdentPage(): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const { secret = "" } = useParams({ strict: false }) as { readonly secret?: string };
  const [made, setMade] = useState<MadeCertificate | null>(null);
  // It belongs to no signer, so this tab forgets whose it was (signer-side.md §6).
  useEffect(() => {
    clearSession();
    forgetSessionTime();
  }, []);
  const leave = ({ code }: Pick<Refusal, "code">): void =>
    void navigate({ href: paths.notFound, replace: true, state: { noIdent: code } });
  const { state, ask } = useIdentCode(secret, leave);
  return (
    <OpenPage title={t(made === null ? "personalIdent.title" : "personalIdent.done")}>
      {made !== null ? (
        <CertificateMade certificate={made} />
      ) : state.away !== null ? (
        <LoadFailed error={new CallRefused(state.away)} onRetry={() => void ask()} />
      ) : state.ident === null ? (
        <Loading />
      ) : (
        <IdentForm
          secret={secret}
          ident={state.ident}
          code={state.code}
          onResend={() => ask(true)}
          onMade={setMade}
          onGone={leave}
        />
      )}
    </OpenPage>
  );
}
