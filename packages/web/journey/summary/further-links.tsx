import type { SignerType, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { hasCertificate, isSeal } from "@siegel/contract/signer-kind.ts";
import type { JSX } from "react";
import { initiatorOf } from "../../frame/initiator.ts";
import { PublicLink } from "../../frame/public-link.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";

/** Whom to ask who invited this signer. */
export function AskInitiator({ workflow }: { readonly workflow: WorkflowView }): JSX.Element {
  const t = useText();
  const name = initiatorOf(workflow);
  return (
    <p className="small muted mt-5">
      {t("summary.question")} <a href={`mailto:${workflow.initiator_email}`}>{t("frame.writeTo", { name })}</a>.
    </p>
  );
}

/** For every signer type that has a certificate, how it is revoked (signer-side.md §2), also after a refusal: an earlier act may have made it. */
export function RevocationLink({ type }: { readonly type: SignerType }): JSX.Element | null {
  const t = useText();
  if (!hasCertificate(type)) return null;
  return (
    <p className="further small muted">
      <span>
        {t("summary.lost")}{" "}
        <PublicLink to={paths.revoke}>{t(isSeal(type) ? "summary.revokeSeal" : "summary.revoke")}</PublicLink>
      </span>
    </p>
  );
}
