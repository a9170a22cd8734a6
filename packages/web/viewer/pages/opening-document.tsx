import { type JSX, useEffect, useState } from "react";
import { Loading } from "../../frame/loading.tsx";
import { useTryAgain } from "../../frame/use-try-again.ts";
import { useText } from "../../i18n/catalogue.ts";
import type { WayOfReading } from "../reader/use-reader.ts";

type WaysProps = { readonly way: WayOfReading };

const late_after_ms = 15_000;

/** Until a document is open; one that takes long is said to, with what one can do meanwhile. */
export function OpeningDocument({ way, onReopen }: WaysProps & { onReopen: () => void }): JSX.Element {
  const t = useText();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), late_after_ms);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="stack">
      <Loading />
      {isLate && (
        <div className="late" role="status">
          <p>{t("viewer.lateDocument")}</p>
          <WaysAround way={way} onReopen={onReopen} />
        </div>
      )}
    </div>
  );
}

/** What shows documents did not come: the page is loaded anew when somebody asks for it. */
export function MissingReader({ way }: WaysProps): JSX.Element {
  const t = useText();
  const { why, tryAgain } = useTryAgain("ours");
  return (
    <div className="late" role="alert">
      <p>{t("frame.failed")}</p>
      <p>{t(why === "away" ? "frame.missingAway" : "frame.missingOurs")}</p>
      <WaysAround way={way} onReopen={() => void tryAgain()} />
    </div>
  );
}

/** A document that no browser shows: it can still be read elsewhere. */
export function UnreadableDocument({ way }: WaysProps): JSX.Element {
  const t = useText();
  return (
    <div className="late" role="alert">
      <p>{t("viewer.unreadable")}</p>
      <WaysAround way={way} onReopen={null} />
    </div>
  );
}

/** What one can do about a document or a page that does not come. */
export function WaysAround({ way, onReopen }: WaysProps & { onReopen: (() => void) | null }): JSX.Element {
  const t = useText();
  const { showing, hasPictures, show } = way;
  return (
    <div className="late-ways">
      {onReopen !== null && (
        <button className="btn btn-sm btn-side" type="button" onClick={onReopen}>
          {t("viewer.reopen")}
        </button>
      )}
      {showing === "drawn" && hasPictures && (
        <button className="btn btn-sm btn-side" type="button" onClick={() => show("pictures")}>
          {t("viewer.showPictures")}
        </button>
      )}
      {showing === "pictures" && (
        <button className="btn btn-sm btn-side" type="button" onClick={() => show("drawn")}>
          {t("viewer.drawHere")}
        </button>
      )}
      <button className="btn btn-sm btn-side" type="button" onClick={way.download}>
        {t("documents.download")}
      </button>
    </div>
  );
}
