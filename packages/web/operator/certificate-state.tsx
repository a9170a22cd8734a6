import type { CertificateLine } from "@siegel/contract/calls/operator-certificates.ts";
import { Fragment, type JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { useDay } from "./use-day.ts";

/** A serial number as people read it to each other: `5C:0A:91`; a line breaks between its pairs. */
export function Serial({ of }: { readonly of: string }): JSX.Element {
  const even = (of.length % 2 === 0 ? of : `0${of}`).toUpperCase();
  const pairs = even.match(/../g) ?? [];
  return (
    <span className="mono">
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a pair is what stands in its place
        <Fragment key={at}>
          {pair}
          {at < pairs.length - 1 && ":"}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

const levels = {
  aes: { person: "certs.aes", seal: "certs.aesSeal" },
  qes: { person: "certs.qes", seal: "certs.qesSeal" },
} as const;

/** The text of a certificate's level, and whether it seals. */
export const levelOf = ({ level, seals }: Pick<CertificateLine, "level" | "seals">) =>
  levels[level][seals ? "seal" : "person"];

/** What a certificate is worth now. */
export function CertificateState({ one }: { readonly one: CertificateLine }): JSX.Element {
  const t = useText();
  const day = useDay();
  if (one.status === "revoked")
    return (
      <span className="state bad">
        <Icon name="barred" />
        {one.revoked_at === null ? t("certs.is_revoked") : t("certs.revokedOn", { day: day(one.revoked_at) })}
      </span>
    );
  if (one.waiting)
    return (
      <span className="state you">
        <Icon name="here" />
        {t("certs.is_waiting")}
      </span>
    );
  return (
    <span className={one.status === "valid" ? "state ok" : "state"}>
      <Icon name={one.status === "valid" ? "done" : "open"} />
      {t(`certs.is_${one.status}`)}
    </span>
  );
}
