import { notification_ms } from "@siegel/contract/limits.ts";
import { type JSX, useEffect, useRef, useState } from "react";
import { dismiss, type Notice, useNotices } from "../api/notices.ts";
import { sentenceOfCode, useText } from "../i18n/catalogue.ts";
import { Icon } from "../ui/icons.tsx";
import { usePlaceOfBanners } from "./use-place-of-banners.ts";

/** The banners of the page, `inFlow` where it begins: ten seconds each, longer while somebody points at one, has the focus in it or has paused it. */
export function Banners({ inFlow = false }: { readonly inFlow?: boolean }): JSX.Element {
  const notices = useNotices();
  const pile = useRef<HTMLDivElement>(null);
  usePlaceOfBanners(pile, { shown: notices.length, inFlow });
  return (
    <div className="toasts" ref={pile}>
      {notices.map((notice) => (
        <Banner key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

/** What keeps a banner from going: any of it is enough, and none of it ends another. */
type Holds = { readonly pointer: boolean; readonly focus: boolean; readonly paused: boolean };

function Banner({ notice }: { notice: Notice }): JSX.Element {
  const t = useText();
  const [holds, setHolds] = useState<Holds>({ pointer: false, focus: false, paused: false });
  const hold = (change: Partial<Holds>): void => setHolds((known) => ({ ...known, ...change }));
  useGoAfter(notice, holds.pointer || holds.focus || holds.paused);
  const failed = notice.kind === "failure";
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only pauses the clock; a button does so for everybody
    <div
      className={failed ? "toast bad" : "toast ok"}
      onMouseEnter={() => hold({ pointer: true })}
      onMouseLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={() => hold({ focus: false })}
    >
      <Icon name={failed ? "warning" : "done"} />
      {/* Said again it is another element, so that it is read again: no alarm this time. */}
      <p className="grow" key={notice.told} role={failed && notice.told === 1 ? "alert" : "status"}>
        {sentenceOfCode(notice.code, (key) => t(key, { what: notice.what }))}
      </p>
      <button
        className="btn-icon"
        type="button"
        aria-label={t(holds.paused ? "frame.resume" : "frame.pause")}
        onClick={() => hold({ paused: !holds.paused })}
      >
        <Icon name={holds.paused ? "play" : "pause"} size={18} />
      </button>
      <button className="btn-icon" type="button" aria-label={t("frame.close")} onClick={() => dismiss(notice.id)}>
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}

/** Takes a banner away after its ten seconds; while it is held they stand still, and said again it has them all again. */
function useGoAfter({ id, told }: Notice, held: boolean): void {
  const leftMs = useRef(notification_ms);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the saying again that gives it its time
  useEffect(() => {
    leftMs.current = notification_ms;
  }, [told]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock starts anew with each saying
  useEffect(() => {
    if (held) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [held, id, told]);
}
