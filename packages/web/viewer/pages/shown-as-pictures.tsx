import type { JSX } from "react";
import { useText } from "../../i18n/catalogue.ts";
import type { WayOfReading } from "../reader/use-reader.ts";

/** Above pages that the server draws: that they are pictures, and the way to the other viewer. */
export function ShownAsPictures({ way }: { way: WayOfReading }): JSX.Element | null {
  const t = useText();
  if (!way.hasPictures)
    return (
      <p className="as-pictures" role="status">
        {t("viewer.noPictures")}
      </p>
    );
  if (way.showing === "drawn") return null;
  return (
    <div className="as-pictures" role="status">
      <p>{t("viewer.asPictures")}</p>
      <button className="btn btn-sm btn-side" type="button" onClick={() => way.show("drawn")}>
        {t("viewer.drawHere")}
      </button>
    </div>
  );
}
