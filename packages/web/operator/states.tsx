import type { RegisterState } from "@siegel/contract/calls/operator-register.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon, type IconName } from "../ui/icons.tsx";

/** Whether an organisation is switched on. */
export function ActiveState({ active }: { readonly active: boolean }): JSX.Element {
  const t = useText();
  return (
    <span className={active ? "state ok" : "state"}>
      <Icon name={active ? "done" : "barred"} />
      {t(active ? "operator.isActive" : "operator.isInactive")}
    </span>
  );
}

const marks: Readonly<Record<RegisterState, readonly [look: string, icon: IconName]>> = {
  verified: ["state ok", "done"],
  waiting: ["state you", "here"],
  none: ["state", "open"],
};

/** How far the check of its register is. */
export function RegisterMark({ state }: { readonly state: RegisterState }): JSX.Element {
  const t = useText();
  const [look, icon] = marks[state];
  return (
    <span className={look}>
      <Icon name={icon} />
      {t(`operator.register_${state}`)}
    </span>
  );
}
