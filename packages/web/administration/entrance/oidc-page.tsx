import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import type { AccountCallData } from "../../api/account-calls.ts";
import { callAccount } from "../../api/account-client.ts";
import type { Answer } from "../../api/answer.ts";
import { notify } from "../../api/notices.ts";
import { Loading } from "../../frame/loading.tsx";
import { sentenceOfCode, translateNow, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { readTrip } from "../oidc-trip.ts";
import { EntryPage } from "./entry-page.tsx";
import { OidcButton } from "./oidc-button.tsx";

/**
 * What the provider sent the browser back with. Each time it does so the pages are loaded anew; read here, before the router writes the
 * query in its own way.
 */
const answerOfProvider = window.location.search.slice(1);

let finished: Promise<Answer<AccountCallData<"finishOidc">>> | null = null;

/** Once for this loading of the pages: a second time would only be told that it is the second. */
function finish(): NonNullable<typeof finished> {
  finished ??= callAccount("finishOidc", { body: { answer: answerOfProvider } }, { quiet: true });
  return finished;
}

/** Where the login provider sends browsers back to. Opening the page changes nothing; what it sends then does. */
export function OidcPage(): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const [trip] = useState(readTrip);
  const [refusedBy, setRefusedBy] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    void finish().then((answer) => {
      if (!isHere) return;
      if (!answer.ok) return setRefusedBy(answer.code);
      const isLink = answer.data.purpose === "link";
      if (isLink) notify("success", translateNow("oidc.linked"));
      void navigate({ href: isLink ? paths.admin("account") : trip.back, replace: true });
    });
    return () => {
      isHere = false;
    };
  }, [navigate, trip]);
  return (
    <EntryPage
      title={t("oidc.title")}
      claim={t(refusedBy === null ? `oidc.waits.${trip.purpose}` : `oidc.failed.${trip.purpose}`)}
    >
      {refusedBy === null ? (
        <div className="sheet sheet-pad entry-form">
          <Loading />
        </div>
      ) : (
        <div className="sheet sheet-pad entry-form grid gap-5">
          <Icon name="warning" size={36} />
          <p role="alert">{sentenceOfCode(refusedBy, t)}</p>
          {trip.purpose === "link" ? (
            <Link className="btn btn-main btn-wide" to={paths.admin("account")}>
              {t("oidc.toAccount")}
            </Link>
          ) : (
            <>
              <Link className="btn btn-main btn-wide" to={paths.adminLogin()}>
                {t("link.toLogin")}
              </Link>
              <OidcButton back={trip.back} />
            </>
          )}
        </div>
      )}
    </EntryPage>
  );
}
