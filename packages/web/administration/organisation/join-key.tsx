import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useId, useState } from "react";
import { accountOrThrow, callAccount } from "../../api/account-client.ts";
import { notify } from "../../api/notices.ts";
import { AskDialog } from "../../frame/ask-dialog.tsx";
import { translateNow, useText } from "../../i18n/catalogue.ts";
import { paths } from "../../paths.ts";
import { CopyButton } from "../copy-button.tsx";
import { SectionFault } from "../section-fault.tsx";
import { useDay } from "../use-moment.ts";
import { askWhoIsThere } from "../who-is-there.ts";

/** The key by which people ask to join, and its renewal. */
export function JoinKey(): JSX.Element {
  const t = useText();
  const day = useDay();
  const id = useId();
  const client = useQueryClient();
  const [asks, setAsks] = useState(false);
  const query = useQuery({ queryKey: ["join-key"], queryFn: () => accountOrThrow("getJoinKey", {}, { quiet: true }) });
  const known = query.data;
  return (
    <section className="sheet setting" aria-labelledby={id}>
      <div>
        <h2 className="h-card" id={id}>
          {t("joinKey.title")}
        </h2>
        <p>{t("joinKey.lead")}</p>
      </div>
      <div>
        {query.isError && <SectionFault fault={query.error} onAgain={() => void query.refetch()} />}
        {known !== undefined && (
          <>
            <div className="row wrap">
              <div className="input-group join-key">
                <input
                  className="input mono"
                  readOnly
                  aria-label={t("joinKey.title")}
                  value={known.join_key}
                  onFocus={(event) => event.target.select()}
                />
                <CopyButton text={known.join_key} label={t("joinKey.copy")} />
              </div>
              <button className="btn btn-sm btn-side" type="button" onClick={() => setAsks(true)}>
                {t("joinKey.renew")}
              </button>
            </div>
            <p className="why mt-3">
              {known.renewed_at !== null && `${t("joinKey.renewedAt", { day: day(known.renewed_at) })} `}
              {known.waiting > 0 && (
                <>
                  {known.waiting === 1 ? t("joinKey.waitingOne") : t("joinKey.waitingMany", { n: known.waiting })}{" "}
                  <Link to={paths.admin("users")}>{t("joinKey.look")}</Link>
                </>
              )}
            </p>
          </>
        )}
      </div>
      {asks && (
        <AskDialog
          title={t("joinKey.renewTitle")}
          lead={t("joinKey.renewLead")}
          act={t("joinKey.renew")}
          send={() => callAccount("renewJoinKey", { body: {} }, { quiet: true })}
          onDone={(renewed) => {
            client.setQueryData(["join-key"], renewed);
            notify("success", translateNow("joinKey.renewed"));
            setAsks(false);
            // It stands in the head of this page, too.
            void askWhoIsThere();
          }}
          onCancel={() => setAsks(false)}
        />
      )}
    </section>
  );
}
