import { useLocation } from "@tanstack/react-router";
import { type JSX, useEffect } from "react";
import { endSession } from "../../api/client.ts";
import { Frame } from "../../frame/frame.tsx";
import { Friendly } from "../../frame/friendly.tsx";
import { useText } from "../../i18n/catalogue.ts";
import { paths, type SignerPath } from "../../paths.ts";
import { StartPage } from "./start-page.tsx";

/** Where `/` and every unknown address lead: a text, a figure, and no session left behind. */
export function NotFoundPage(): JSX.Element {
  const { ended, begins } = useLocation({ select: ({ state }) => state });
  useEffect(() => void endSession(), []);
  if (ended !== undefined) return <SignedOut link={ended} />;
  return begins === true ? <StartPage /> : <NotFound />;
}

function NotFound(): JSX.Element {
  const t = useText();
  return (
    <Frame pack={null} title={t("notFound.title")}>
      <Friendly
        figure="question"
        title={t("notFound.title")}
        lead={t("notFound.lead")}
        imageLabel={t("notFound.image")}
      >
        <p className="small muted">{t("notFound.help")}</p>
      </Friendly>
    </Frame>
  );
}

/** The same address, reached because a session has ended: nobody followed a wrong link. */
function SignedOut({ link }: { link: SignerPath }): JSX.Element {
  const t = useText();
  return (
    <Frame pack={null} title={t("session.over")}>
      <Friendly figure="clock" title={t("session.over")} lead={t("session.overLead")}>
        <a className="btn btn-main" href={paths.login(link)}>
          {t("session.again")}
        </a>
      </Friendly>
    </Frame>
  );
}
