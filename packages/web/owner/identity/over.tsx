import type { OwnersIdentification } from "@siegel/contract/calls/cert-identity.ts";
import type { JSX, ReactNode } from "react";
import { useText } from "../../i18n/catalogue.ts";
import { Outcome } from "../../identity/outcome.tsx";
import { paths } from "../../paths.ts";
import { identificationIcons } from "../../ui/identification-icons.ts";

type Props = { readonly look: "ok" | "bad" | "warn"; readonly title: string; readonly lead: string };

/** Nothing is left to do here but to look at the certificates, or what `children` offer. */
function Over({ look, title, lead, children }: Props & { readonly children?: ReactNode }): JSX.Element {
  const t = useText();
  const icons = { ok: "done", bad: identificationIcons.cross, warn: "clock" } as const;
  return (
    <div className="narrow">
      <Outcome look={look} icon={icons[look]} title={title} lead={lead} />
      <div className="actions">
        <div className="go">
          {children ?? (
            <a className="btn btn-main" href={paths.certificates}>
              {t("ownerIdentity.toTable")}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

/** The certificate is revoked already. */
export function Revoked(): JSX.Element {
  const t = useText();
  return <Over look="ok" title={t("ownerIdentity.isRevoked")} lead={t("ownerIdentity.isRevokedLead")} />;
}

/** It has run out. */
export function Ended(): JSX.Element {
  const t = useText();
  return <Over look="warn" title={t("ownerIdentity.isOver")} lead={t("ownerIdentity.isOverLead")} />;
}

/** The identification counts once, and has been used. */
export function Used(): JSX.Element {
  const t = useText();
  return <Over look="ok" title={t("ownerIdentity.isUsed")} lead={t("ownerIdentity.isUsedLead")} />;
}

/** It was too long ago. */
export function Late({ told }: { readonly told: OwnersIdentification }): JSX.Element {
  const t = useText();
  return (
    <Over look="warn" title={t("identification.over")} lead={t("ownerIdentity.lateLead")}>
      <a className="btn btn-main" href={waysOf(told)}>
        {t("identification.again")}
      </a>
    </Over>
  );
}

/** Nothing is known in this browser. */
export function Unknown(): JSX.Element {
  const t = useText();
  return (
    <Over look="bad" title={t("identification.wrong")} lead={t("ownerIdentity.unknown")}>
      <a className="btn btn-main" href={paths.certificates}>
        {t("ownerIdentity.back")}
      </a>
    </Over>
  );
}

/** Where the same is tried once more. */
export const waysOf = ({ purpose, certificate }: OwnersIdentification): string =>
  paths.certificateWays({ cert: certificate.certificate_id, for: purpose });
