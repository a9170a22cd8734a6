import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";

/** Goes back one step, not while something is on its way (`blocked`); on phones only the arrow is painted, so that the way on has its room, and the name stays. */
export function BackButton({ to, blocked = false }: { to: string; blocked?: boolean }): JSX.Element {
  const t = useText();
  const navigate = useNavigate();
  return (
    <button
      className="btn btn-side btn-back"
      type="button"
      aria-disabled={blocked || undefined}
      onClick={() => {
        if (!blocked) void navigate({ href: to });
      }}
    >
      <Icon name="left" />
      <span>{t("frame.back")}</span>
    </button>
  );
}
