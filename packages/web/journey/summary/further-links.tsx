import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
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

/** What can be relied on and, for who has a certificate, how it is revoked (signer-side.md §2). */
export function FurtherLinks({ ownCertificate }: { readonly ownCertificate: boolean }): JSX.Element {
  const t = useText();
  return (
    <ul className="further small muted">
      {ownCertificate && (
        <li>
          {t("summary.lost")} <PublicLink to={paths.revoke}>{t("summary.revoke")}</PublicLink>
        </li>
      )}
      <li>
        <PublicLink to={paths.trust}>{t("summary.trust")}</PublicLink>
      </li>
    </ul>
  );
}
