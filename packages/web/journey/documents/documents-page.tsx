import type { WorkflowFile } from "@siegel/contract/calls/files.ts";
import type { UserView, WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { isAuthenticated } from "@siegel/contract/signer-kind.ts";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { JSX } from "react";
import { filesQuery, workflowQuery } from "../../api/queries.ts";
import { Frame } from "../../frame/frame.tsx";
import { Loading } from "../../frame/loading.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useHeader } from "../../frame/use-header.ts";
import { useText } from "../../i18n/catalogue.ts";
import { ConfirmAct } from "./confirm-act.tsx";
import { DocumentView } from "./document-view.tsx";
import { FileList } from "./file-list.tsx";

/** Step 2: one file opens at once, several are listed; a simple signature is confirmed here too. */
export function DocumentsPage(): JSX.Element {
  const t = useText();
  const header = useHeader();
  const place = useSearch({ from: "/workflow/$workflow_id/$signer_id/documents" });
  const told = useQuery(workflowQuery(header));
  const files = useQuery(filesQuery(header));
  const failed = (told.isError && told.data === undefined) || (files.isError && files.data === undefined);
  if (told.data !== undefined && files.data !== undefined)
    return <Documents {...told.data} files={files.data} place={place} />;
  return (
    <Frame pack={told.data?.user.whitelabeling_pack ?? null} title={t("steps.check")}>
      {failed ? (
        <LoadFailed
          error={told.error ?? files.error}
          onRetry={() => void Promise.all([told.refetch(), files.refetch()])}
        />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

type Props = {
  readonly workflow: WorkflowView;
  readonly user: UserView;
  readonly files: readonly WorkflowFile[];
  readonly place: { readonly file?: string; readonly confirm?: true };
};

function Documents({ workflow, user, files, place }: Props): JSX.Element {
  const t = useText();
  const opened = files.length === 1 ? files[0] : files.find((file) => file.id === place.file);
  const confirms =
    place.confirm === true && !isAuthenticated(workflow.signer_type) && files.every((file) => file.completed);
  const shown = confirms ? null : opened;
  return (
    <Frame
      pack={user.whitelabeling_pack}
      title={shown?.name ?? t("steps.check")}
      step={{ type: workflow.signer_type, at: "check" }}
      layout={shown === null || shown === undefined ? "page" : "viewer"}
    >
      {confirms && <ConfirmAct workflow={workflow} files={files} />}
      {!confirms && shown === undefined && <FileList workflow={workflow} files={files} />}
      {shown !== null && shown !== undefined && (
        <DocumentView
          key={shown.id}
          workflow={workflow}
          file={shown}
          zone={user.whitelabeling_pack.time_zone}
          files={files}
        />
      )}
    </Frame>
  );
}
