import { type JSX, useEffect, useState } from "react";
import { useText } from "../i18n/catalogue.ts";
import { MainButton } from "../ui/main-button.tsx";

/** Too many wrong passwords came from this network: the account is not locked, the next try waits. */
export function SlowDown({ seconds, onOver }: { readonly seconds: number; readonly onOver: () => void }): JSX.Element {
  const t = useText();
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const until = Date.now() + seconds * 1_000;
    const timer = setInterval(() => {
      const now = Math.ceil((until - Date.now()) / 1_000);
      setLeft(Math.max(0, now));
      if (now <= 0) onOver();
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, onOver]);
  return (
    <>
      <MainButton type="submit" className="btn-wide" reason={t("adminLogin.slow")} reasonId="slow-why">
        {t("adminLogin.submit")}
      </MainButton>
      <p className="why" id="slow-why">
        {t("adminLogin.slow")} <span role="timer">{t("adminLogin.slowLeft", { n: left })}</span>
      </p>
    </>
  );
}
