import { notification_ms } from "@siegel/contract/limits.ts";
import { type JSX, useEffect, useRef, useState } from "react";
import { dismiss, type Notice, useNotices } from "../api/notices.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { useLift } from "./use-lift.ts";

/** The banners of the page: ten seconds each, longer while somebody points at one or has the focus in it. */
export function Banners(): JSX.Element {
  const notices = useNotices();
  const pile = useRef<HTMLDivElement>(null);
  useLift(pile, notices.length);
  return (
    <div className="toasts" ref={pile}>
      {notices.map((notice) => (
        <Banner key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Banner({ notice }: { notice: Notice }): JSX.Element {
  const t = useText();
  const [held, setHeld] = useState(false);
  const leftMs = useRef(notification_ms);
  useEffect(() => {
    if (held) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(notice.id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [held, notice.id]);
  const failed = notice.kind === "failure";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only pauses the clock, nothing is lost without a pointer
    <div
      className={failed ? "toast bad" : "toast ok"}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={failed ? "warning" : "done"} />
      <p className="grow" role={failed ? "alert" : "status"}>
        {sentenceOfCode(notice.code, (key) => t(key, { what: notice.what }))}
      </p>
      <button className="btn-icon" type="button" aria-label={t("frame.close")} onClick={() => dismiss(notice.id)}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
