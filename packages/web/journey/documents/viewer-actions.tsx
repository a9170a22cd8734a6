import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { BackButton } from "../../frame/back-button.tsx";
import { RefusalButton } from "../../frame/refusal-button.tsx";
import { useText } from "../../i18n/catalogue.ts";
import type { TextKey } from "../../i18n/text-key.ts";
import { paths } from "../../paths.ts";
import { Fault } from "../../ui/fault.tsx";
import { MainButton } from "../../ui/main-button.tsx";
import { nextPath } from "./way-on.ts";

type Props = {
  readonly workflow: WorkflowView;
  readonly only: boolean;
  /** Which document is to be confirmed after this one. */
  readonly next: WorkflowFile | null;
  readonly confirmLabel: TextKey;
  /** Why it does not go on yet. */
  readonly reason: string | null;
  /** What is said where nothing keeps it back. */
  readonly word: TextKey | null;
  /** It is being stored, and nothing may overtake it. */
  readonly busy: boolean;
  readonly onBusy: (busy: boolean) => void;
  /** Leads to what it waits for. */
  readonly onBlocked: () => void;
  readonly save: (completed: true) => Promise<boolean>;
};

/**
 * Refuse, back, and on: a single document is confirmed by going on, one of several by a button of its own,
 * which opens the next. On a phone the toolbar has
 * the refusal: here it would lie where the way on of the page before was.
 */
export function WayOn({
  workflow,
  only,
  next,
  confirmLabel,
  reason,
  word,
  busy,
  onBusy,
  onBlocked,
  save,
}: Props): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  async function confirm(): Promise<void> {
    onBusy(true);
    setFailed(false);
    const stored = await save(true).catch(() => false);
    onBusy(false);
    setFailed(!stored);
    if (!stored) return;
    const onward = next === null ? paths.documents(workflow) : paths.document(workflow, next.id);
    await navigate({ href: only ? nextPath(workflow) : onward });
  }
  return (
    <section className="viewer-actions" aria-label={t("viewer.wayOn")}>
      <RefusalButton workflow={workflow} blocked={busy} />
      {failed && <Fault id="viewer-fault">{t("viewer.notConfirmed")}</Fault>}
      {reason !== null && (
        <p className="why" id="viewer-why">
          {reason}
        </p>
      )}
      <p className="why" role="status">
        {reason === null && word !== null && t(word)}
      </p>
      <div className="go">
        <BackButton to={only ? paths.credentials(workflow) : paths.documents(workflow)} blocked={busy} />
        <MainButton
          busy={busy}
          reason={reason}
          reasonId="viewer-why"
          onBlocked={onBlocked}
          onPress={() => void confirm()}
        >
          {t(confirmLabel)}
        </MainButton>
      </div>
    </section>
  );
}
