/** The issuer that reads ID cards: on its page a person plays what the card says, and how the reading ends. */
import { eid_return_path } from "@siegel/contract/identification.ts";
import {
  sandbox_eid_oidc_client_id,
  sandbox_eid_oidc_client_secret,
  sandbox_eid_oidc_path,
} from "@siegel/contract/sandbox.ts";
import type { FastifyInstance } from "fastify";
import type { InteractionResults } from "oidc-provider";
import type { Faults } from "../faults.ts";
import {
  type PersonMemory,
  type PlayedPerson,
  personFields,
  playedPerson,
  renderIdentityWizard,
  wizard_policy,
} from "../identity-wizard.ts";
import { type IssuerDeps, issuerRoutes } from "./issuer.ts";

/** Level of assurance (TR-03107-1). */
const acrs = { succeed: "http://bsi.bund.de/eID/LoA/hoch", lower: "http://bsi.bund.de/eID/LoA/substantiell" } as const;

const outcomes = [
  { value: "succeed", label: "Identify" },
  { value: "lower", label: "Identify with a card in a phone" },
  { value: "cancel", label: "Cancel" },
  { value: "error", label: "Let it fail" },
] as const;

const claim_names = [
  ...["given_name", "family_name", "birth_family_name", "birthdate", "nationalities", "place_of_birth"],
  ...["document_type", "document_expiry", "issuing_country"],
];

/** Registers everything below `/eid/oidc`. */
export async function cardServiceRoutes(
  app: FastifyInstance,
  deps: IssuerDeps & { readonly faults: Faults; readonly persons: PersonMemory },
): Promise<void> {
  const persons = new Map<string, PlayedPerson>();
  issuerRoutes(app, deps, {
    path: sandbox_eid_oidc_path,
    clientId: sandbox_eid_oidc_client_id,
    clientSecret: sandbox_eid_oidc_client_secret,
    returnPath: eid_return_path,
    page: (uid, service) => renderCard(uid, service, deps.persons.last()),
    policy: wizard_policy,
    resultOf: (form) => {
      const outcome = form.get("outcome");
      if (outcome === "cancel") return { error: "access_denied", error_description: "the person went back" };
      if (outcome === "error") return { error: "server_error", error_description: "the card could not be read" };
      const person = playedPerson.safeParse(Object.fromEntries(form));
      if (!person.success || (outcome !== "succeed" && outcome !== "lower")) return null;
      const accountId = deps.randomHex();
      persons.set(accountId, person.data);
      deps.persons.keep(person.data);
      return { login: { accountId, acr: acrs[outcome], remember: false } } satisfies InteractionResults;
    },
    claimsOf: (accountId) => claimsOf(persons.get(accountId)),
    tells: {
      names: claim_names,
      acrValues: Object.values(acrs),
      scopes: ["openid", "profile"],
      claims: { acr: null, openid: ["sub"], profile: claim_names },
    },
    fault: () => deps.faults.take("eid"),
  });
}

function claimsOf(person: PlayedPerson | undefined): Readonly<Record<string, unknown>> {
  if (person === undefined) return {};
  return {
    given_name: person.first_names,
    family_name: person.last_name,
    ...(person.birth_name === "" ? {} : { birth_family_name: person.birth_name }),
    birthdate: person.birthdate,
    nationalities: [person.nationality],
    document_type: person.document,
    document_expiry: person.valid_until,
    issuing_country: person.country,
  };
}

function renderCard(uid: string, service: string, person: PlayedPerson): string {
  return renderIdentityWizard({
    title: "ID card service of the demo",
    lead: "It plays a provider that reads ID cards for others. There is no card: say what stands on it, and how the reading ends.",
    asked: [`${URL.parse(service)?.host ?? service} asks who you are.`],
    action: uid,
    hidden: {},
    fields: personFields(person, ["id_card", "residence_permit", "eid_card"]),
    outcomes,
  });
}
