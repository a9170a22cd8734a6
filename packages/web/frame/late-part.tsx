import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { askWhyMissing, fetchPart, type WhyMissing } from "../program.ts";
import { Dialog } from "../ui/dialog.tsx";
import { MainButton } from "../ui/main-button.tsx";
import { saveBeforeLeaving } from "./leaving.ts";

type State<Part> =
  | { readonly status: "coming" }
  | { readonly status: "there"; readonly part: Part }
  | { readonly status: "missing"; readonly why: WhyMissing };

type Props<Part> = {
  /** The same function each time. */
  readonly fetchIt: () => Promise<Part>;
  readonly onCancel: () => void;
  readonly children: (part: Part) => JSX.Element;
};

/** A dialog that is fetched when somebody opens it. Where it does not come another one says so, and the page below stays as it is. */
export function LatePart<Part>({ fetchIt, onCancel, children }: Props<Part>): JSX.Element | null {
  const [state, setState] = useState<State<Part>>({ status: "coming" });
  useEffect(() => {
    let isShown = true;
    void seek(fetchIt).then((found) => {
      if (isShown) setState(found);
    });
    return () => {
      isShown = false;
    };
  }, [fetchIt]);
  async function tryAgain(): Promise<void> {
    const found = await seek(fetchIt);
    if (found.status === "missing" && found.why === "ours") {
      // Some browsers remember for the whole visit that a part did not come, and a newer version has other parts.
      await saveBeforeLeaving();
      return window.location.reload();
    }
    setState(found);
  }
  if (state.status === "there") return children(state.part);
  return state.status === "missing" ? <Missing why={state.why} tryAgain={tryAgain} onCancel={onCancel} /> : null;
}

async function seek<Part>(fetchIt: () => Promise<Part>): Promise<State<Part>> {
  try {
    return { status: "there", part: await fetchPart(fetchIt) };
  } catch {
    return { status: "missing", why: await askWhyMissing() };
  }
}

type MissingProps = {
  readonly why: WhyMissing;
  readonly tryAgain: () => Promise<void>;
  readonly onCancel: () => void;
};

function Missing({ why, tryAgain, onCancel }: MissingProps): JSX.Element {
  const t = useText();
  const [busy, setBusy] = useState(false);
  return (
    <Dialog
      title={t("frame.failed")}
      lead={t(why === "away" ? "frame.missingAway" : "frame.missingOurs")}
      onCancel={onCancel}
    >
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={onCancel}>
            {t("frame.cancel")}
          </button>
          <MainButton
            busy={busy}
            onPress={() => {
              setBusy(true);
              void tryAgain().then(() => setBusy(false));
            }}
          >
            {t("frame.tryAgain")}
          </MainButton>
        </div>
      </div>
    </Dialog>
  );
}
