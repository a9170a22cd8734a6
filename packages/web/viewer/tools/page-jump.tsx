import { type JSX, useEffect, useState } from "react";
import { useText } from "../../i18n/catalogue.ts";

/** The page one is on, and a field to go to another. */
export function PageJump({
  page,
  pages,
  onPage,
}: {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}): JSX.Element {
  const t = useText();
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  function jump(): void {
    const wanted = Number.parseInt(typed, 10);
    // Leaving the field without a change goes nowhere: whoever scrolled to the middle of a page stays there.
    if (Number.isInteger(wanted) && wanted !== page) onPage(Math.min(pages, Math.max(1, wanted)));
    setTyped(String(page));
  }
  return (
    <form
      className="row small gap-2 page-form"
      onSubmit={(event) => {
        event.preventDefault();
        jump();
      }}
    >
      <label htmlFor="page-jump">{t("viewer.page")}</label>
      <input
        className="input page-jump num"
        id="page-jump"
        inputMode="numeric"
        enterKeyHint="go"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={jump}
        onFocus={(event) => event.target.select()}
      />
      <span className="whitespace-nowrap">{t("viewer.ofPages", { m: pages })}</span>
    </form>
  );
}
