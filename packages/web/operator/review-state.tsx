import type { ReviewState as State } from "@siegel/contract/calls/operator-reviews.ts";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

const looks = {
  open: ["state you", "here"],
  approved: ["state ok", "done"],
  rejected: ["state", "barred"],
} as const;

/** Whether it waits, or what was decided. */
export function ReviewState({ state }: { readonly state: State }): JSX.Element {
  const t = useText();
  const [look, icon] = looks[state];
  return (
    <span className={look}>
      <Icon name={icon} />
      {t(`reviews.state_${state}`)}
    </span>
  );
}
