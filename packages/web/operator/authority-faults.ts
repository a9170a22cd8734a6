import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import { useText } from "../i18n/catalogue.ts";
import { useAway, useUnitName } from "./authority-names.ts";

type Authority = AuthorityHealth["authorities"][number];

/** A sentence for everything that somebody has to look at. */
export function useAuthorityFaults(): (of: AuthorityHealth) => readonly string[] {
  const t = useText();
  const nameOf = useUnitName();
  const away = useAway();
  const ofList = (list: Authority["list"], name: string): readonly string[] => {
    if (list === null) return [t("authority.fault_noList", { name })];
    const missing = list.missing > 0 ? [t("authority.fault_missing", { name, n: String(list.missing) })] : [];
    if (list.state === "ended") return [t("authority.fault_listEnded", { name }), ...missing];
    return list.state === "late" && list.missing === 0 ? [t("authority.fault_list", { name })] : missing;
  };
  const ofCa = (ca: Authority): readonly string[] => {
    const name = nameOf(ca);
    // What is over answers no more.
    if (Date.parse(ca.not_after) <= Date.now()) return [];
    const noResponder = ca.responder === null ? [t("authority.fault_noResponder", { name })] : [];
    const late = ca.responder !== null && ca.responder.state !== "ok" ? [t("authority.fault_responder", { name })] : [];
    return [...ofList(ca.list, name), ...noResponder, ...late];
  };
  return ({ authorities, ends }) => [
    ...authorities.flatMap(ofCa),
    ...ends.flatMap((one) => {
      const name = nameOf(one);
      if (one.state === "manual") return [t("authority.fault_manual", { name, when: away(one.ends_at) })];
      // Those of responders stand with their CA.
      return one.state === "late" && !one.role.endsWith("ocsp-signer") ? [t("authority.fault_late", { name })] : [];
    }),
  ];
}
