/** The ways by which somebody proves who they are, as far as a provider is configured for them (signer-side.md §2, "identify"). */
import type { ProviderConfiguration } from "@siegel/contract/calls/configuration.ts";
import type { Translate } from "../i18n/catalogue.ts";
import type { TextKey } from "../i18n/text-key.ts";
import type { IconName } from "../ui/icons.tsx";
import { identificationIcons } from "../ui/identification-icons.ts";
import { late } from "../ui/late-icons.ts";

/** With the chip of an ID card, by video, or at an office. */
export type Way = "card" | "video" | "inPerson";

type Offered = ProviderConfiguration["identification"];

/** The ways that are open here, the quickest first. */
export function openWays({ eid, video }: Pick<Offered, "eid" | "video">): readonly Way[] {
  return [...(eid ? (["card"] as const) : []), ...(video ? (["video"] as const) : []), "inPerson"];
}

type Words = { readonly title: TextKey; readonly lead: TextKey; readonly takes: TextKey; readonly icon: IconName };

/** What is said of each. */
export const wordsOfWay: Readonly<Record<Way, Words>> = {
  card: {
    title: "identification.card",
    lead: "identification.cardLead",
    takes: "identification.cardTakes",
    icon: identificationIcons.card,
  },
  video: {
    title: "identification.video",
    lead: "identification.videoLead",
    takes: "identification.videoTakes",
    icon: identificationIcons.film,
  },
  inPerson: {
    title: "identify.inPerson",
    lead: "identification.inPersonLead",
    takes: "identify.inPersonTakes",
    icon: late.house,
  },
};

/** What one needs for it: an issuer's page that reads the card brings its own app. */
export function needOf(way: Way, { eid_client_url: client }: Pick<Offered, "eid_client_url">): TextKey {
  if (way === "inPerson") return "identify.inPersonNeed";
  if (way === "video") return "identification.videoNeed";
  return client === null ? "identification.cardNeedIssuer" : "identification.cardNeed";
}

/** How long a certificate is valid that is issued after it. */
export function lifeOf(way: Way, { video_life_h: hours }: Pick<Offered, "video_life_h">, t: Translate): string {
  if (way !== "video") return t("identification.years");
  if (hours < 24) return t("identification.hours", { n: hours });
  const days = Math.floor(hours / 24);
  return days === 1 ? t("identification.oneDay") : t("identification.days", { n: days });
}
