import type { SignerType, WhitelabelingPack } from "@siegel/contract/calls/workflow.ts";
import { type JSX, type ReactNode, useEffect } from "react";
import { useProviderName } from "../api/configuration.ts";
import { useText } from "../i18n/catalogue.ts";
import { paths } from "../paths.ts";
import { Banners } from "./banners.tsx";
import { wearBrand } from "./brand.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { LogOut } from "./log-out.tsx";
import { PublicLink } from "./public-link.tsx";
import { SessionEnd } from "./session-end.tsx";
import { type Step, Steps } from "./steps.tsx";

type Props = {
  /** The organisation's look; null before it is known and on pages that belong to nobody. */
  readonly pack: WhitelabelingPack | null;
  /** The page's name, in the browser's tab. */
  readonly title: string;
  readonly step?: { readonly type: SignerType; readonly at: Step; readonly ended?: boolean };
  /** Where one is in something that is no signer's journey. */
  readonly stepBar?: ReactNode;
  /** `viewer`: mast, steps and page fill the window, the footer comes below; on phones the document has the window to itself. */
  readonly layout?: "page" | "viewer" | "admin";
  /** What stands at the end of the head, in place of a signer's way out. */
  readonly mastEnd?: ReactNode;
  /** Warns before the session ends, in place of the signer's. */
  readonly sessionEnd?: ReactNode;
  readonly children: ReactNode;
};

let firstPage = true;

/** After a change of page the focus is where the page begins, as after a load; the first page leaves it to the browser. */
function useFocusOnArrival(): void {
  useEffect(() => {
    if (!firstPage) document.getElementById("main")?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
}

/** What the browser's tab says. */
export function headingOf(title: string, pack: WhitelabelingPack | null): string {
  return `${title} · ${pack?.name ?? "Siegel"}`;
}

/** What stands around every page: letterhead, steps, banners, footer. */
export function Frame({
  pack,
  title,
  step,
  stepBar,
  layout = "page",
  mastEnd,
  sessionEnd,
  children,
}: Props): JSX.Element {
  const t = useText();
  const style = pack?.style ?? null;
  const heading = headingOf(title, pack);
  useFocusOnArrival();
  useEffect(() => wearBrand(style), [style]);
  useEffect(() => {
    document.title = heading;
  }, [heading]);
  const top = (
    <>
      <Mast pack={pack} end={mastEnd} />
      {step !== undefined ? <Steps {...step} /> : stepBar}
    </>
  );
  return (
    <>
      <a className="skip" href="#main">
        {t("frame.skip")}
      </a>
      {layout === "viewer" ? (
        <div className="viewer-page">
          {top}
          {children}
        </div>
      ) : (
        <>
          {top}
          <main id="main" className={layout === "admin" ? "admin" : undefined} tabIndex={-1}>
            <Banners inFlow />
            {children}
          </main>
        </>
      )}
      <Footer />
      {layout === "viewer" && <Banners />}
      {sessionEnd ?? <SessionEnd />}
    </>
  );
}

function Mast({ pack, end }: { pack: WhitelabelingPack | null; end?: ReactNode }): JSX.Element {
  return (
    <header className="mast">
      <div className="mast-in">
        <span className="logo">
          {pack === null || pack.logo === null ? <SiegelMark /> : <Logo pack={pack} logo={pack.logo} />}
          <span className="logo-name">{pack?.name ?? "Siegel"}</span>
        </span>
        <div className="mast-end">
          {/* Only pages of a session know whose they are while they have one. */}
          {end ?? (pack !== null && <LogOut />)}
        </div>
      </div>
    </header>
  );
}

/** An organisation's logo, on dark screens the one that it drew for them. */
function Logo({ pack, logo }: { pack: WhitelabelingPack; logo: string }): JSX.Element {
  if (pack.logo_dark === null) return <img src={logo} alt="" />;
  return (
    <picture className="logo-pair">
      <source srcSet={pack.logo_dark} media="(prefers-color-scheme: dark)" />
      <img src={logo} alt="" />
    </picture>
  );
}

/** The product's own logo: the closed ring. */
function SiegelMark(): JSX.Element {
  return (
    <svg
      width="36"
      height="36"
      viewBox="0 0 36 36"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="18" cy="18" r="15" />
      <circle cx="18" cy="18" r="9.5" strokeWidth="1.25" />
      <path d="m13.5 18.5 3.2 3.2 6-6.8" />
    </svg>
  );
}

function Footer(): JSX.Element {
  const t = useText();
  const provider = useProviderName();
  return (
    <footer className="foot">
      <div className="foot-in">
        <span>
          © {new Date().getFullYear()} {provider}
        </span>
        <PublicLink to={paths.imprint}>{t("frame.imprint")}</PublicLink>
        <PublicLink to={paths.privacy}>{t("frame.privacy")}</PublicLink>
        <LanguageSwitch />
      </div>
    </footer>
  );
}
