import "../../i18n/owner-identity-texts.ts";
import "../../styles/owner.css";
import type { OwnCertificate } from "@siegel/contract/calls/cert-manager.ts";
import { Navigate } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useMemo, useState } from "react";
import { type Answer, mayWait, type Refusal } from "../../api/answer.ts";
import { CallRefused } from "../../api/client.ts";
import { useConfiguration } from "../../api/configuration.ts";
import { callOwner } from "../../api/owner-client.ts";
import { callOwnerIdentity } from "../../api/owner-identity-calls.ts";
import { Loading } from "../../frame/loading.tsx";
import { OpenPage } from "../../frame/open-page.tsx";
import { LoadFailed } from "../../frame/service-away.tsx";
import { useText } from "../../i18n/catalogue.ts";
import type { CardCalls } from "../../identity/card-calls.ts";
import { CardWays, useOwnDocument } from "../../identity/card-ways.tsx";
import { PhoneCode } from "../../identity/phone-code.tsx";
import { type OwnersWish, paths } from "../../paths.ts";
import { certificateOf, wishIn } from "../wishes.ts";
import { askOwn, ownKey } from "./own-identification.ts";

/** What is known of the certificate; elsewhere: where a page has more to say. */
type Looked =
  | { readonly status: "looking" }
  | { readonly status: "found"; readonly certificate: OwnCertificate }
  | { readonly status: "elsewhere"; readonly to: string }
  | { readonly status: "away"; readonly refusal: Refusal };

const isOver = (answer: Answer<unknown>): boolean => !answer.ok && answer.code === "MAILBOX_UNPROVEN";

/** An owner's identification by ID card: the app on this device, or a phone that reads the card for this computer. */
export function OwnerCardPage(): JSX.Element {
  const t = useText();
  const wish = useMemo(() => wishIn(window.location.search), []);
  const [looked, setLooked] = useState<Looked>({ status: "looking" });
  useOwnDocument();
  const look = useCallback(async (): Promise<void> => {
    setLooked({ status: "looking" });
    const answer = await callOwner("getCertificatesByEmail", {});
    const certificate = answer.ok ? certificateOf(wish, answer.data) : null;
    if (certificate !== null) setLooked({ status: "found", certificate });
    else if (!answer.ok && mayWait(answer)) setLooked({ status: "away", refusal: answer });
    else setLooked({ status: "elsewhere", to: isOver(answer) ? paths.certificatesOver : paths.certificates });
  }, [wish]);
  useEffect(() => void look(), [look]);
  if (looked.status === "elsewhere") return <Navigate to={looked.to} replace />;
  return (
    <OpenPage title={t("identification.card")}>
      {looked.status === "looking" && <Loading />}
      {looked.status === "away" && <LoadFailed error={new CallRefused(looked.refusal)} onRetry={() => void look()} />}
      {looked.status === "found" && wish !== null && (
        <Card
          wish={wish}
          signerId={looked.certificate.signer_id}
          onOver={() => setLooked({ status: "elsewhere", to: paths.certificatesOver })}
        />
      )}
    </OpenPage>
  );
}

type CardProps = {
  readonly wish: OwnersWish;
  /** Who is named in the certificate. */
  readonly signerId: string;
  /** The 30 minutes are. */
  readonly onOver: () => void;
};

function Card({ wish, signerId, onOver }: CardProps): JSX.Element {
  const t = useText();
  const configuration = useConfiguration();
  const [withPhone, setWithPhone] = useState(false);
  const calls = useCardCalls({ wish, signerId, onOver });
  if (configuration === null) return <Loading />;
  if (withPhone) {
    const address = `${window.location.host}${paths.certificates}`;
    return (
      <PhoneCode
        calls={calls}
        cannotOpen={t("ownerIdentity.cannotOpen", { address })}
        onCancel={() => setWithPhone(false)}
      />
    );
  }
  return (
    <CardWays
      calls={calls}
      lead={t(`ownerIdentity.card_${wish.for}`)}
      yourPin={t("ownerIdentity.pin")}
      other={paths.certificateWays(wish)}
      client={configuration.identification.eid_client_url}
      onPhone={() => setWithPhone(true)}
    />
  );
}

function useCardCalls({ wish, signerId, onOver }: CardProps): CardCalls {
  const [over] = useState(() => onOver);
  return useMemo(() => {
    const about = { cert_id: wish.cert, purpose: wish.for };
    const watched = async <A extends Answer<unknown>>(asked: Promise<A>): Promise<A> => {
      const answer = await asked;
      if (isOver(answer)) over();
      return answer;
    };
    return {
      start: async (onPhone) => {
        const query = { ...about, isMobile: onPhone ? "true" : "false" } as const;
        const answer = await watched(callOwnerIdentity("startAusweisAppRevoke", { query }));
        return answer.ok ? { ...answer, data: answer.data.url } : answer;
      },
      offer: async () => await watched(callOwnerIdentity("offerToPhoneRevoke", { body: about })),
      cancel: () => void callOwnerIdentity("cancelIdentificationRevoke", { body: {} }),
      own: { queryKey: ownKey, queryFn: askOwn },
      told: paths.ownerReturned(signerId),
    };
  }, [wish, signerId, over]);
}
