import type { mailedLink } from "@siegel/contract/calls/account-entrance.ts";
import { Link, useSearch } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import type { DataOf } from "../../api/call-types.ts";
import { sentenceOfCode, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { Icon } from "../../ui/icons.tsx";
import { useMoment } from "../use-moment.ts";

type LinkState = DataOf<typeof mailedLink>;
/** What a link of a mail is for. */
export type LinkPurpose = "reset" | "confirm" | "invitation" | "new_email";

/** asking: the server has not answered yet · away: it did not answer. */
export type LinkAnswer =
  | LinkState
  | { readonly state: "asking" | "away"; readonly used_at: null; readonly invitation: null };

const unknownYet = { used_at: null, invitation: null };
const asking: LinkAnswer = { state: "asking", ...unknownYet };

/** The link in this page's address, and whether it still works; looking changes nothing. `again` asks once more. */
export function useMailedLink(purpose: LinkPurpose): {
  readonly link: string;
  readonly answer: LinkAnswer;
  readonly again: () => void;
} {
  const { link = "" } = useSearch({ strict: false });
  const [answer, setAnswer] = useState<LinkAnswer>(asking);
  const ask = useCallback(async () => {
    const told = await callAccount("mailedLink", { query: { link, purpose } }, { quiet: true });
    setAnswer(told.ok ? told.data : { state: "away", ...unknownYet });
  }, [link, purpose]);
  useEffect(() => void ask(), [ask]);
  return { link, answer, again: () => void ask() };
}

const titles = { used: "link.used", late: "link.late", unknown: "link.unknown" } as const;
const leads = {
  reset: { used: "link.usedReset", late: "link.lateReset", unknown: "link.unknownLead" },
  confirm: { used: "link.usedConfirm", late: "link.lateConfirm", unknown: "link.unknownLead" },
  new_email: { used: "link.usedNewEmail", late: "link.lateNewEmail", unknown: "link.unknownLead" },
  invitation: { used: "link.usedInvitation", late: "link.lateInvitation", unknown: "link.unknownLead" },
} as const;

/** A link that does nothing any more: what became of it, and the way on. */
export function SpentLink({
  purpose,
  answer: { state, used_at },
  onAgain,
}: {
  readonly purpose: LinkPurpose;
  readonly answer: LinkAnswer;
  readonly onAgain: () => void;
}): JSX.Element | null {
  const t = useText();
  const moment = useMoment();
  if (state === "asking" || state === "open") return null;
  if (state === "away")
    return (
      <div className="sheet sheet-pad entry-form grid gap-5" role="alert">
        <p>{sentenceOfCode("SERVICE_ERROR", t)}</p>
        <button className="btn btn-side btn-wide" type="button" onClick={onAgain}>
          {t("admin.again")}
        </button>
      </div>
    );
  const isReset = purpose === "reset";
  return (
    <div className="sheet sheet-pad entry-form grid gap-5">
      <Icon name={state === "used" ? "done" : "clock"} size={40} />
      <h2 className="h-xl">{t(titles[state])}</h2>
      <p>{t(leads[purpose][state], { at: used_at === null ? "" : moment(used_at) })}</p>
      {isReset || state === "used" ? (
        <>
          <Link className="btn btn-main btn-wide" to={isReset ? paths.forgot : paths.adminLogin()}>
            {t(isReset ? "reset.newLink" : "link.toLogin")}
          </Link>
          <Link className="btn btn-quiet btn-wide" to={isReset ? paths.adminLogin() : paths.forgot}>
            {t(isReset ? "link.toLogin" : "forgot.title")}
          </Link>
        </>
      ) : (
        purpose === "confirm" && (
          <Link className="btn btn-main btn-wide" to={paths.register}>
            {t("register.title")}
          </Link>
        )
      )}
    </div>
  );
}
