import { useRouter } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Dialog } from "../ui/dialog.tsx";
import { MainButton } from "../ui/main-button.tsx";

type Props = {
  /** Something was typed that is not saved. */
  readonly isChanged: boolean;
};

/** Asks before changes are lost because somebody goes to another section or closes the page. A session that ends is not held up. */
export function UnsavedGuard({ isChanged }: Props): JSX.Element | null {
  const t = useText();
  const { history } = useRouter();
  const [decide, setDecide] = useState<((stays: boolean) => void) | null>(null);
  useEffect(() => {
    if (!isChanged) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: async ({ currentLocation, nextLocation }) => {
        const isSection = nextLocation.pathname.startsWith("/admin/");
        if (!isSection || nextLocation.pathname === currentLocation.pathname) return false;
        const stays = await new Promise<boolean>((decided) => setDecide(() => decided));
        setDecide(null);
        return stays;
      },
    });
  }, [history, isChanged]);
  if (decide === null) return null;
  return (
    <Dialog title={t("unsaved.title")} lead={t("unsaved.lead")} onCancel={() => decide(true)}>
      <div className="actions">
        <div className="go">
          <button className="btn btn-side" type="button" onClick={() => decide(false)}>
            {t("unsaved.discard")}
          </button>
          <MainButton onPress={() => decide(true)}>{t("unsaved.stay")}</MainButton>
        </div>
      </div>
    </Dialog>
  );
}
