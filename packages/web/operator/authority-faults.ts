import type { AuthorityHealth } from "@siegel/contract/calls/operator-authority.ts";
import { useText } from "../i18n/catalogue.ts";
import { useAway, useUnitName } from "./authority-names.ts";
import { useDay } from "./use-day.ts";

type Authority = AuthorityHealth["authorities"][number];

/** A sentence for everything that somebody has to look at. */
export function useAuthorityFaults(): (of: AuthorityHealth) => readonly string[] {
  const t = useText();
  const nameOf = useUnitName();
  const away = useAway();
  const day = useDay();
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
    const noResponder = ca.responder === null && ca.key_is_here ? [t("authority.fault_noResponder", { name })] : [];
    const late = ca.responder !== null && ca.responder.state !== "ok" ? [t("authority.fault_responder", { name })] : [];
    const list =
      ca.list !== null && !ca.key_is_here && ca.list.state === "late" && ca.list.next_update !== null
        ? [t("authority.fault_rootList", { name, when: away(ca.list.next_update) })]
        : ofList(ca.list, name);
    return [...list, ...noResponder, ...late];
  };
  return ({ authorities, ends, root_is_exposed }) => [
    ...(root_is_exposed ? [t("authority.fault_rootExposed")] : []),
    ...authorities.flatMap(ofCa),
    ...ends.flatMap((one) => {
      const name = nameOf(one);
      if (one.state === "manual" && one.renews_at !== null)
        return [t("authority.fault_due", { name, day: day(one.renews_at) })];
      if (one.state === "manual") return [t("authority.fault_manual", { name, when: away(one.ends_at) })];
      // Those of responders stand with their CA.
      return one.state === "late" && !one.role.endsWith("ocsp-signer") ? [t("authority.fault_late", { name })] : [];
    }),
  ];
}
