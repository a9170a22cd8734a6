import type { CertificateView } from "@siegel/contract/calls/operator-certificates.ts";
import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Serial } from "./certificate-state.tsx";
import { restOfOrganisation } from "./places.ts";
import { useDay } from "./use-day.ts";
import { useReason } from "./use-reason.ts";

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What a certificate says, whose it is, and whether its key is there. */
export function CertificateFacts({ one }: { readonly one: CertificateView }): JSX.Element {
  const t = useText();
  const day = useDay();
  const period = { from: day(one.not_before, true), until: day(one.not_after, true) };
  return (
    <section className="sheet" aria-label={t("certs.facts")}>
      <div className="part">
        <h2 className="h-card">{t("certs.facts")}</h2>
      </div>
      <div className="part">
        <dl className="facts">
          <Fact name={t("certs.serial")}>
            <Serial of={one.serial} />
          </Fact>
          <Fact name={t("certs.email")}>{one.email === "" ? t("certs.noEmail") : one.email}</Fact>
          <Fact name={t("certs.organisation")}>
            {one.organisation === null ? (
              t("certs.forSelf")
            ) : (
              <Link to="/operator/$" params={{ _splat: restOfOrganisation(one.organisation.id) }}>
                {one.organisation.name}
              </Link>
            )}
          </Fact>
          <Fact name={t("certs.issuer")}>{one.issuer}</Fact>
          <Fact name={t("certs.period")}>{t("certs.fromUntil", period)}</Fact>
          <Fact name={t("certs.key")}>{t(`certs.key_${one.key}`)}</Fact>
        </dl>
      </div>
    </section>
  );
}

/** Since when it is revoked, why, who ordered it, and on what that rests. */
export function RevocationFacts({
  revocation,
}: {
  readonly revocation: NonNullable<CertificateView["revocation"]>;
}): JSX.Element {
  const t = useText();
  const day = useDay();
  const sentence = useReason();
  return (
    <section className="sheet" aria-label={t("certs.revocation")}>
      <div className="part">
        <h2 className="h-card">{t("certs.revocation")}</h2>
      </div>
      <div className="part">
        <dl className="facts">
          <Fact name={t("certs.since")}>{day(revocation.at, true)}</Fact>
          <Fact name={t("certs.reason")}>{sentence(revocation.reason)}</Fact>
          <Fact name={t("certs.evidence")}>
            <span className="said">{revocation.evidence ?? t("certs.unknown")}</span>
          </Fact>
          <Fact name={t("certs.by")}>
            <By of={revocation} />
          </Fact>
        </dl>
      </div>
    </section>
  );
}

function By({ of }: { readonly of: NonNullable<CertificateView["revocation"]> }): JSX.Element {
  const t = useText();
  const { by, operator, proposed_by } = of;
  if (by === null) return <>{t("certs.unknown")}</>;
  if (by !== "operator") return <>{t(`certs.by_${by}`)}</>;
  if (proposed_by === null) return <>{operator}</>;
  return <>{t("certs.confirmedBy", { first: proposed_by, second: operator ?? "" })}</>;
}
