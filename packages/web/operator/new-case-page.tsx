import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { callDesk, deskOrThrow } from "../api/operator-client.ts";
import { Loading } from "../frame/loading.tsx";
import { useFocusOnFault } from "../frame/text-field.tsx";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { useLanguage } from "../i18n/language.ts";
import { Fault } from "../ui/fault.tsx";
import { Icon } from "../ui/icons.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { bodyOf, type CaseDraft, type CaseFaults, caseFaultsOf, draftOf } from "./case-draft.ts";
import { CaseFields } from "./case-fields.tsx";
import { CaseFlow } from "./case-flow.tsx";
import { CasePurpose } from "./case-purpose.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { restOf, restOfCase } from "./places.ts";

/** Records a person who is met. `of`: the case of somebody who comes again. */
export function NewCasePage({ of }: { readonly of: string | null }): JSX.Element {
  const t = useText();
  const language = useLanguage();
  const known = useQuery({
    queryKey: ["desk", "case", of],
    queryFn: ({ signal }) => deskOrThrow("operatorCase", { params: { id: of ?? "" } }, signal),
    enabled: of !== null,
  });
  return (
    <>
      <Link className="btn btn-sm btn-quiet back-link" to="/operator/$" params={{ _splat: restOf("cases") }}>
        <Icon name="left" size={18} />
        {t("cases.title")}
      </Link>
      <div className="desk-head">
        <div>
          <h1>{t("cases.new")}</h1>
          <p className="muted">{t("cases.newLead")}</p>
        </div>
      </div>
      {known.isError && <DeskFault fault={known.error} onAgain={() => void known.refetch()} />}
      {of !== null && known.isPending ? (
        <Loading />
      ) : (
        <div className="op3">
          <NewCaseForm first={draftOf(known.data ?? null, language)} />
          <CaseFlow one={null} />
        </div>
      )}
    </>
  );
}

const checks = ["face", "document", "phone"] as const;
type Sure = Readonly<Record<(typeof checks)[number], boolean>>;

const withoutFaults = (faults: CaseFaults, changed: readonly string[]): CaseFaults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => !changed.includes(field)));

function NewCaseForm({ first }: { readonly first: CaseDraft }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(first);
  const [found, setFound] = useState<CaseFaults | null>(null);
  // What is typed anew is not wrong yet.
  const [changed, setChanged] = useState<readonly string[]>([]);
  const shown = found && withoutFaults(found, changed);
  const [sure, setSure] = useState<Sure>({ face: false, document: false, phone: false });
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<readonly string[]>([]);
  useFocusOnFault(form, found);
  const isSure = checks.every((check) => sure[check]);
  const change = (part: Partial<CaseDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setChanged((before) => [...before, ...Object.keys(part)]);
  };
  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || !isSure) return;
    setBusy(true);
    setSaid([]);
    const faults = await caseFaultsOf(draft, new Date().toISOString().slice(0, 10));
    setChanged([]);
    setFound(faults);
    if (Object.keys(faults).length > 0) return setBusy(false);
    const answer = await callDesk("createCase", { body: await bodyOf(draft) });
    setBusy(false);
    if (!answer.ok)
      return setSaid(
        answer.code === "INVALID_REQUEST" && answer.messages.length > 0
          ? answer.messages
          : [sentenceOfCode(answer.code, t)],
      );
    void client.invalidateQueries({ queryKey: ["desk", "cases"] });
    client.setQueryData(["desk", "case", answer.data.case_id], answer.data);
    await navigate({ to: "/operator/$", params: { _splat: restOfCase(answer.data.case_id) } });
  }
  return (
    <form className="sheet desk-form" ref={form} noValidate onSubmit={(event) => void save(event)}>
      <CasePurpose
        draft={draft}
        fault={shown?.organization_id === undefined ? null : t(shown.organization_id)}
        onChange={change}
      />
      <CaseFields draft={draft} faults={shown} onChange={change} />
      <fieldset className="part grid gap-2">
        <legend className="vh">{t("cases.verified")}</legend>
        <p className="h-card" aria-hidden="true">
          {t("cases.verified")}
        </p>
        {checks.map((check) => (
          <label className="check" key={check}>
            <input
              type="checkbox"
              checked={sure[check]}
              onChange={(event) => setSure({ ...sure, [check]: event.target.checked })}
            />
            <span>{t(`cases.sure_${check}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="part grid gap-3">
        {said.map((sentence) => (
          <Fault key={sentence} id="case-fault">
            {sentence}
          </Fault>
        ))}
        <div className="desk-row">
          <p className="why" id="case-why">
            {t(isSure ? "cases.recorded" : "cases.notSure")}
          </p>
          <div className="desk-acts">
            <Link className="btn btn-side" to="/operator/$" params={{ _splat: restOf("cases") }}>
              {t("frame.cancel")}
            </Link>
            <MainButton type="submit" busy={busy} reason={isSure ? null : t("cases.notSure")} reasonId="case-why">
              {t("cases.send")}
            </MainButton>
          </div>
        </div>
      </div>
    </form>
  );
}
