import type { WorkflowView } from "@siegel/contract/calls/workflow.ts";
import { useQuery } from "@tanstack/react-query";
import type { JSX } from "react";
import { filesQuery } from "../../../api/queries.ts";
import { useHeader } from "../../../frame/use-header.ts";
import { useText } from "../../../i18n/catalogue.ts";
import { paths } from "../../../paths.ts";
import { FileName } from "../../../ui/file-name.tsx";
import { Icon } from "../../../ui/icons.tsx";

/** Which documents password and code stand for, with the way back to them: a part of a sheet. */
export function SignedFiles({ workflow }: { workflow: WorkflowView }): JSX.Element | null {
  const t = useText();
  const files = useQuery(filesQuery(useHeader()));
  const signed = (files.data ?? []).filter(({ sign }) => sign);
  const [first] = signed;
  if (first === undefined) return null;
  return (
    <div className="part row between wrap gap-x-4 gap-y-1">
      <span className="file">
        <Icon name="file" size={24} />
        <span>
          <b>{signed.length === 1 ? <FileName name={first.name} /> : t("qualified.documents", { n: signed.length })}</b>
        </span>
      </span>
      <a className="small tap" href={paths.documents(workflow)}>
        {t("qualified.look")}
      </a>
    </div>
  );
}
