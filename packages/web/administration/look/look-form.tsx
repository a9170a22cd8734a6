import { default_brand_colour } from "@siegel/contract/brand.ts";
import type { LookView } from "@siegel/contract/calls/look.ts";
import { type JSX, type ReactNode, useState } from "react";
import { callAccount } from "../../api/account-client.ts";
import { useText } from "../../i18n/catalogue.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { late } from "../../ui/late-icons.ts";
import { MainButton } from "../../ui/main-button.tsx";
import { ClashNote } from "../clash-note.tsx";
import { UnsavedGuard } from "../unsaved-guard.tsx";
import { useWhoIsThere } from "../who-is-there.ts";
import { ColourField, isColour } from "./colour-field.tsx";
import { Swatch } from "./derived-colours.tsx";
import { LogoField } from "./logo-field.tsx";
import { LookPreview } from "./look-preview.tsx";
import { type LookField, type LookState, useLook } from "./use-look.ts";

/** Settings at one side, what signers will see at the other. Save waits for a change (admin-side.md §2). */
export function LookForm({ read }: { readonly read: LookView }): JSX.Element {
  const t = useText();
  const look = useLook(read);
  const { user } = useWhoIsThere();
  const { draft, changed, clashes, refused, set } = look;
  // While somebody types, the last whole colour is shown.
  const [colour, setColour] = useState(read.style);
  const typed = draft.style ?? "";
  if (isColour(typed) && typed !== colour) setColour(typed);
  const faultOf = (field: LookField) => (refused?.field === field ? refused.said : null);
  return (
    <div className="split">
      <form
        className="sheet"
        aria-label={t("look.settings")}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot(look) === null && !look.busy) void look.save();
        }}
      >
        {clashes.length > 0 && (
          <ClashNote
            clashes={clashes}
            labelOf={(field) => t(`look.${field}`)}
            show={shown}
            onTheirs={look.takeTheirs}
            onMine={look.keepMine}
          />
        )}
        <LogoField
          title={t("look.logo")}
          without={t("look.noLogo")}
          value={draft.logo}
          refused={faultOf("logo")}
          onChange={(value) => set("logo", value)}
        />
        <LogoField
          title={t("look.logo_dark")}
          without={t("look.noLogoDark")}
          value={draft.logo_dark}
          isDark
          refused={faultOf("logo_dark")}
          onChange={(value) => set("logo_dark", value)}
        />
        <LogoField
          title={t("look.mail_logo")}
          without={t("look.noMailLogo")}
          value={draft.mail_logo}
          refused={faultOf("mail_logo")}
          onChange={(value) => set("mail_logo", value)}
        />
        <ColourField value={typed} colour={colour} onChange={(value) => set("style", value)} />
        <TestMail changed={changed.length > 0} />
        <SaveBar look={look} />
        <UnsavedGuard isChanged={changed.length > 0} />
      </form>
      <LookPreview name={user.whitelabeling_pack.name} logo={draft.logo} logoDark={draft.logo_dark} colour={colour} />
    </div>
  );
}

/** A mail to oneself, in the look as it is saved. */
function TestMail({ changed }: { readonly changed: boolean }): JSX.Element {
  const t = useText();
  const { user } = useWhoIsThere();
  const [busy, setBusy] = useState(false);
  const why = changed ? t("look.saveFirst") : null;
  async function send(): Promise<void> {
    setBusy(true);
    await callAccount("testMail", { params: { id: user.organization_id }, body: {} });
    setBusy(false);
  }
  return (
    <div className="part">
      <MainButton look="side" className="btn-sm" busy={busy} reason={why} onPress={() => void send()}>
        <Icon name="mail" size={18} />
        {t("look.testMail")}
      </MainButton>
    </div>
  );
}

/** Why nothing can be saved now. */
function whyNot({
  changed,
  draft,
  clashes,
}: LookState): "clash.decide" | "look.nothingChanged" | "look.noColour" | null {
  if (clashes.some(({ mine }) => mine !== null)) return "clash.decide";
  if (changed.length === 0) return "look.nothingChanged";
  return isColour(draft.style ?? "") ? null : "look.noColour";
}

function SaveBar({ look }: { readonly look: LookState }): JSX.Element {
  const t = useText();
  const [asks, setAsks] = useState(false);
  const why = whyNot(look);
  return (
    <div className="savebar">
      <button className="btn btn-sm btn-quiet" type="button" onClick={() => setAsks(true)}>
        <Icon name={late.undo} size={18} />
        {t("look.reset")}
      </button>
      <p className="why" id="look-why">
        {why !== null && t(why)}
      </p>
      <MainButton
        type="submit"
        className="btn-sm"
        busy={look.busy}
        reason={why === null ? null : t(why)}
        reasonId="look-why"
      >
        {t("look.save")}
      </MainButton>
      {asks && (
        <Dialog
          title={t("look.resetTitle")}
          lead={t("look.resetLead", { colour: default_brand_colour })}
          onCancel={() => setAsks(false)}
        >
          <div className="actions">
            <div className="go">
              <button className="btn btn-side" type="button" onClick={() => setAsks(false)}>
                {t("frame.cancel")}
              </button>
              <MainButton busy={look.busy} onPress={() => void look.reset().then(() => setAsks(false))}>
                {t("look.resetNow")}
              </MainButton>
            </div>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function shown(field: LookField, value: string | null): ReactNode {
  if (value === null) return "–";
  if (field !== "style") return <img className="clash-logo" src={value} alt="" />;
  return (
    <span className="clash-colour">
      <Swatch colour={value} /> {value}
    </span>
  );
}
