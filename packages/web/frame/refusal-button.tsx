import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { saveOutcome } from "../session.ts";
import { RefusalDialog } from "./refusal-dialog.tsx";
import type { RefusalDraft } from "./refuse.ts";

type Props = {
  readonly workflow: WorkflowView;
  /** Something is on its way that nothing may overtake. */
  readonly blocked?: boolean;
};

/** Declines the workflow: asks for a reason first; a saved reason leads to the summary of refused workflows. */
export function RefusalButton({ workflow, blocked = false }: Props): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<RefusalDraft>({ reason: "", unsure: false });
  return (
    <>
      <button
        className="btn btn-refuse"
        type="button"
        aria-disabled={blocked || undefined}
        onClick={() => {
          if (!blocked) setOpen(true);
        }}
      >
        {t("refusal.open")}
      </button>
      {open && (
        <RefusalDialog
          workflow={workflow}
          draft={draft}
          onDraft={setDraft}
          onCancel={() => setOpen(false)}
          onRefused={() => {
            saveOutcome("revoked");
            queries.removeQueries({ queryKey: ["files"] });
            // What the summary says of the refusal was not there before it.
            queries.removeQueries({ queryKey: ["workflow"] });
            void navigate({ href: paths.revoked });
          }}
        />
      )}
    </>
  );
}
