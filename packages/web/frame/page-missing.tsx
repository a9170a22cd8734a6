import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { askWhyMissing, PartMissing, reloadOnce, type WhyMissing } from "../program.ts";
import { readUser } from "../session.ts";
import { Frame } from "./frame.tsx";
import { Loading } from "./loading.tsx";
import { ServiceAway } from "./service-away.tsx";
import { useTryAgain } from "./use-try-again.ts";
import { fault, offline } from "./why-away.ts";

/** In place of a page that did not come or broke: why, as far as that can be told, and a way to try again. */
export function PageMissing({ error }: { error: unknown }): JSX.Element {
  const t = useText();
  const why = useWhy(error);
  return (
    <Frame pack={readUser()?.whitelabeling_pack ?? null} title={t(why === null ? "frame.loading" : "frame.missing")}>
      {why === null ? <Loading /> : <Missing first={why} />}
    </Frame>
  );
}

/** Null until it is known. A part of an older version is reloaded for at once, and once. */
function useWhy(error: unknown): WhyMissing | null {
  const [why, setWhy] = useState<WhyMissing | null>(error instanceof PartMissing ? null : "ours");
  useEffect(() => {
    if (!(error instanceof PartMissing)) return;
    let isShown = true;
    void askWhyMissing().then((told) => {
      if (isShown && !(told === "ours" && reloadOnce())) setWhy(told);
    });
    return () => {
      isShown = false;
    };
  }, [error]);
  return why;
}

function Missing({ first }: { first: WhyMissing }): JSX.Element {
  const { why, busy, tryAgain } = useTryAgain(first);
  return <ServiceAway why={why === "away" ? offline : fault} busy={busy} onRetry={() => void tryAgain()} />;
}
