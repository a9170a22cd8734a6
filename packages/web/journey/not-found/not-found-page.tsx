import { useLocation } from "@tanstack/react-router";
import { type JSX, useEffect } from "react";
import { endSession } from "../../api/client.ts";
import { useSandboxUrl } from "../../api/configuration.ts";
import type { EndedAccount, EndedSession } from "../../ended-session.ts";
import { Friendly } from "../../frame/friendly.tsx";
import { OpenPage } from "../../frame/open-page.tsx";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { IdentGone } from "../ident-gone.tsx";
import { StartPage } from "./start-page.tsx";

/** Where `/` and every unknown address lead: a text, a figure, and no session left behind. */
export function NotFoundPage(): JSX.Element {
  const { ended, begins, noIdent } = useLocation({ select: ({ state }) => state });
  const inbox = useSandboxUrl();
  useEffect(() => void endSession(), []);
  if (noIdent !== undefined) return <IdentGone code={noIdent} />;
  if (ended !== undefined) return <SignedOut link={ended} />;
  return begins === true ? <StartPage inbox={inbox} /> : <NotFound />;
}

function NotFound(): JSX.Element {
  const t = useText();
  return (
    <OpenPage title={t("notFound.title")}>
      <Friendly
        figure="question"
        title={t("notFound.title")}
        lead={t("notFound.lead")}
        imageLabel={t("notFound.image")}
      >
        <p className="small muted">{t("notFound.help")}</p>
      </Friendly>
    </OpenPage>
  );
}

type Words = { readonly title: TextKey; readonly lead: TextKey; readonly go: TextKey };

/** That something is kept is said to those alone who were filling it in. */
const words = {
  open: { title: "session.over", lead: "session.overLead", go: "session.again" },
  done: { title: "session.over", lead: "session.overLeadAfter", go: "session.again" },
  account: { title: "session.over", lead: "session.overLeadAccount", go: "session.again" },
  none: { title: "session.none", lead: "session.noneLead", go: "login.submit" },
} as const satisfies Record<(EndedSession | EndedAccount)["was"], Words>;

/** The same address, reached because there is no session, or none any more: nobody followed a wrong link. */
function SignedOut({ link }: { link: EndedSession | EndedAccount }): JSX.Element {
  const t = useText();
  const said = words[link.was];
  return (
    <OpenPage title={t(said.title)}>
      <Friendly figure="clock" title={t(said.title)} lead={t(said.lead)}>
        <a className="btn btn-main" href={link.was === "account" ? paths.adminLogin(link.back) : paths.login(link)}>
          {t(said.go)}
        </a>
      </Friendly>
    </OpenPage>
  );
}
