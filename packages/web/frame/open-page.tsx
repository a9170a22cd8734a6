import type { JSX, ReactNode } from "react";
import { askAgain, useMaintenance } from "../api/configuration.ts";
import { Frame } from "./frame.tsx";
import { ServiceAway } from "./service-away.tsx";
import { whyAway } from "./why-away.ts";

type Props = {
  readonly title: string;
  /** Where one is, on a page of several steps. */
  readonly stepBar?: ReactNode;
  readonly children: ReactNode;
};

/** A page that belongs to no session. It asks the server for little, so that it would not notice by itself that the service is in maintenance. */
export function OpenPage({ title, stepBar, children }: Props): JSX.Element {
  const away = useMaintenance();
  return (
    <Frame pack={null} title={title} stepBar={stepBar}>
      {away === null ? children : <ServiceAway why={whyAway(away)} onRetry={askAgain} />}
    </Frame>
  );
}
