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

/** What can be relied on and, for every signer type that has a certificate, how it is revoked (signer-side.md §2), also after a refusal: an earlier act may have made it. */
export function FurtherLinks({ type }: { readonly type: SignerType }): JSX.Element {
  const t = useText();
  return (
    <ul className="further small muted">
      {hasCertificate(type) && (
        <li>
          {t("summary.lost")}{" "}
          <PublicLink to={paths.revoke}>{t(isSeal(type) ? "summary.revokeSeal" : "summary.revoke")}</PublicLink>
        </li>
      )}
      <li>
        <PublicLink to={paths.trust}>{t("summary.trust")}</PublicLink>
      </li>
    </ul>
  );
}
