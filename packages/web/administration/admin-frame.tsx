import { Link } from "@tanstack/react-router";
import { type ComponentType, type JSX, lazy, Suspense, useEffect, useRef } from "react";
import { Frame } from "../frame/frame.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { type AdminSection, adminSections, paths } from "../paths.ts";
import { fetchPart } from "../program.ts";
import { Icon } from "../ui/icons.tsx";
import { AccountEnd } from "./account-end.tsx";
import { AccountMenu } from "./account-menu.tsx";
import { CopyButton } from "./copy-button.tsx";
import { useWhoIsThere } from "./who-is-there.ts";

/** What each section is made of. */
const sections: Readonly<Record<AdminSection, ComponentType>> = {
  tokens: lazy(() => fetchPart(async () => ({ default: (await import("./tokens/tokens-section.tsx")).TokensSection }))),
  users: lazy(() => fetchPart(async () => ({ default: (await import("./users/users-section.tsx")).UsersSection }))),
  account: lazy(() =>
    fetchPart(async () => ({ default: (await import("./account/account-section.tsx")).AccountSection })),
  ),
  api: lazy(() => fetchPart(async () => ({ default: (await import("./api/api-section.tsx")).ApiSection }))),
  look: lazy(() => fetchPart(async () => ({ default: (await import("./look/look-section.tsx")).LookSection }))),
  organisation: lazy(() =>
    fetchPart(async () => ({ default: (await import("./organisation/organisation-section.tsx")).OrganisationSection })),
  ),
};

/** Around every section: the organisation and its licence in the head, the bar of sections, and the section. */
export function AdminFrame({ section }: { readonly section: AdminSection }): JSX.Element {
  const t = useText();
  const { user, head } = useWhoIsThere();
  const Section = sections[section];
  return (
    <Frame
      pack={user.whitelabeling_pack}
      title={t(`section.${section}`)}
      layout="admin"
      mastEnd={
        <>
          {head !== null && (
            <span className="licence small muted">
              {t("joinKey.title")} <span className="mono">{head.join_key}</span>
              <CopyButton text={head.join_key} label={t("joinKey.copy")} />
            </span>
          )}
          <AccountMenu />
        </>
      }
      sessionEnd={<AccountEnd />}
    >
      {head === null ? <BackLink /> : <SectionBar at={section} />}
      <Suspense fallback={<Loading />} key={section}>
        <Section />
      </Suspense>
    </Frame>
  );
}

/** For somebody with the role `user`, who has one section only. */
function BackLink(): JSX.Element {
  const t = useText();
  return (
    <Link className="btn btn-sm btn-quiet back-link" to={paths.admin()}>
      <Icon name="left" size={18} />
      {t("account.back")}
    </Link>
  );
}

/** One bar for all sections; on a phone it scrolls the current one into sight. */
function SectionBar({ at }: { readonly at: AdminSection }): JSX.Element {
  const t = useText();
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // In newer browsers it answers a promise, which is nothing to clean up with.
    void current.current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, []);
  return (
    <nav className="sections" aria-label={t("admin.sections")}>
      <div className="seg">
        {adminSections.map((section) => (
          <Link
            key={section}
            to="/admin/$section"
            params={{ section }}
            ref={section === at ? current : undefined}
            aria-current={section === at ? "page" : undefined}
          >
            {t(`section.${section}`)}
          </Link>
        ))}
      </div>
    </nav>
  );
}
