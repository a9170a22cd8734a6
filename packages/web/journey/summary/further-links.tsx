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
export function RevocationLink({
  type,
  earlier = false,
}: {
  readonly type: SignerType;
  /** Nothing was signed here: it is about a certificate that an earlier act has made. */
  readonly earlier?: boolean;
}): JSX.Element | null {
  const t = useText();
  if (!hasCertificate(type)) return null;
  return (
    <p className="further small muted">
      <span>
        {t(earlier ? (isSeal(type) ? "summary.lostEarlierSeal" : "summary.lostEarlier") : "summary.lost")}{" "}
        <PublicLink to={paths.revoke}>{t(isSeal(type) ? "summary.revokeSeal" : "summary.revoke")}</PublicLink>
      </span>
    </p>
  );
}
