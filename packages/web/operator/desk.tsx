import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type JSX, useEffect } from "react";
import { deskOrThrow, onDeskLeft } from "../api/operator-client.ts";
import { Frame } from "../frame/frame.tsx";
import { Loading } from "../frame/loading.tsx";
import { useText } from "../i18n/catalogue.ts";
import { AuthorityPage } from "./authority-page.tsx";
import { CasePage } from "./case-page.tsx";
import { CasesPage } from "./cases-page.tsx";
import { CertificatePage } from "./certificate-page.tsx";
import { CertificatesPage } from "./certificates-page.tsx";
import { DeskFault } from "./desk-fault.tsx";
import { DeskFrame } from "./desk-frame.tsx";
import { LoginPage } from "./login-page.tsx";
import { NewCasePage } from "./new-case-page.tsx";
import { OrganisationCertificatesPage } from "./organisation-certificates-page.tsx";
import { OrganisationPage } from "./organisation-page.tsx";
import { OrganisationsPage } from "./organisations-page.tsx";
import { Overview } from "./overview.tsx";
import { all_of, new_case, placeOf } from "./places.ts";
import { ReviewPage } from "./review-page.tsx";
import { ReviewsPage } from "./reviews-page.tsx";
import { sessionKey } from "./session-key.ts";
import "../styles/operator.css";

/** The desk, or its login where nobody is logged in: the address stays, so that the login leads on to it. */
export function Desk(): JSX.Element {
  const t = useText();
  const client = useQueryClient();
  const { _splat: rest = "" } = useParams({ strict: false }) as { readonly _splat?: string };
  const who = useQuery({
    queryKey: sessionKey,
    queryFn: ({ signal }) => deskOrThrow("operatorSession", {}, signal),
  });
  useEffect(
    () =>
      onDeskLeft(() => {
        client.removeQueries({ queryKey: ["desk"] });
        client.setQueryData(sessionKey, null);
      }),
    [client],
  );
  if (who.data === undefined)
    return (
      <Frame pack={null} title={t("operator.title")} mastEnd={<span />} sessionEnd={<span />}>
        {who.isError ? <DeskFault fault={who.error} onAgain={() => void who.refetch()} /> : <Loading />}
      </Frame>
    );
  if (who.data === null) return <LoginPage onIn={(operator) => client.setQueryData(sessionKey, operator)} />;
  const place = placeOf(rest);
  return (
    <DeskFrame operator={who.data} at={place.at}>
      {place.at === "overview" && <Overview operator={who.data} />}
      {place.at === "reviews" && place.id === null && <ReviewsPage />}
      {place.at === "reviews" && place.id !== null && <ReviewPage key={place.id} id={place.id} />}
      {place.at === "cases" && place.id === null && <CasesPage />}
      {place.at === "cases" && place.id === new_case && <NewCasePage key={place.of} of={place.of} />}
      {place.at === "cases" && place.id !== null && place.id !== new_case && <CasePage key={place.id} id={place.id} />}
      {place.at === "organisations" && place.id === null && <OrganisationsPage />}
      {place.at === "organisations" && place.id !== null && (
        <OrganisationPage key={place.id} id={place.id} fourEyes={who.data.four_eyes} />
      )}
      {place.at === "certificates" && <Certificates place={place} fourEyes={who.data.revoke_four_eyes} />}
      {place.at === "authority" && <AuthorityPage />}
    </DeskFrame>
  );
}

/** All certificates, those of one organisation, or one. */
function Certificates({
  place: { id, of },
  fourEyes,
}: {
  readonly place: ReturnType<typeof placeOf>;
  readonly fourEyes: boolean;
}): JSX.Element {
  if (id === null) return <CertificatesPage fourEyes={fourEyes} />;
  if (id === all_of && of !== null) return <OrganisationCertificatesPage key={of} id={of} fourEyes={fourEyes} />;
  return <CertificatePage key={id} id={id} fourEyes={fourEyes} />;
}
