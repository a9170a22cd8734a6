import { type JSX, useEffect } from "react";
import { endSession } from "../../api/client.ts";
import { Frame } from "../../frame/frame.tsx";
import { Friendly } from "../../frame/friendly.tsx";
import { useText } from "../../i18n/catalogue.ts";

/** Where `/` and every unknown address lead: a text, a figure, and no session left behind. */
export function NotFoundPage(): JSX.Element {
  const t = useText();
  useEffect(() => void endSession(), []);
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
