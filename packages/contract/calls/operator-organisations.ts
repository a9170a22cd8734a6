/** Organisations as operators see and change them: whether they are active, their licence and people, and the health of the service. */
import { z } from "zod";
import { call } from "../call.ts";
import { organisationId } from "../ids.ts";
import { cents_max, signatures_max } from "../limits.ts";
import { beforePatterns, paragraphsText } from "../text.ts";
import { registerState, registerView } from "./operator-register.ts";
import { peoplePage, personFilters, personView } from "./people.ts";

const count = z.number().int();
const organisationParam = z.object({ id: z.string().describe("The organisation's id.") });
const personParam = z.object({ id: z.string().describe("The person's id.") });

export const organisationLine = z
  .object({
    organization_id: organisationId.describe("The organisation's id."),
    name: z.string().describe("The organisation's name."),
    active: z.boolean().describe("Whether people may log in and new workflows begin."),
    trial: z.boolean().describe("Whether it is a trial, which ends with its organisation."),
    expires_at: z.iso.datetime().nullable().describe("When the licence ends; null: it does not."),
    register: registerState,
    share_used: z.number().describe("The largest share of a class that is used or reserved: 0.92 is 92 percent."),
  })
  .meta({ id: "OrganisationLine", description: "An organisation in the operators' list." });
export type OrganisationLine = z.infer<typeof organisationLine>;

/** Which organisations a list shows. */
export const organisationFilters = ["all", "active", "inactive", "waiting"] as const;

export const organisationPage = z
  .object({
    organisations: z.array(organisationLine).describe("The organisations of this page, by name."),
    next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    counts: z
      .object({
        all: count.describe("All that match the search."),
        active: count.describe("Those that are active."),
        inactive: count.describe("Those that are switched off."),
        waiting: count.describe("Those whose register check waits for a second operator."),
      })
      .describe("How many match the search, by state."),
  })
  .meta({ id: "OrganisationPage", description: "A page of organisations." });
export type OrganisationPage = z.infer<typeof organisationPage>;

const classLimits = z.object({
  limit: count.describe("How many signatures the licence allows."),
  used: count.describe("How many were made."),
  reserved: count.describe("How many open workflows may still need."),
  fee_cents: count.describe("What one costs, in cents; 0: no fee is shown."),
});

export const operatorOrganisationView = z
  .object({
    organization_id: organisationId.describe("The organisation's id."),
    name: z.string().describe("The organisation's name."),
    active: z.boolean().describe("Whether people may log in and new workflows begin."),
    created_at: z.iso.datetime().describe("When it was made."),
    people: count.describe("How many people have an account or an invitation."),
    licence: z
      .object({
        trial: z.boolean().describe("Whether it is a trial."),
        expires_at: z.iso.datetime().nullable().describe("When it ends; null: it does not."),
        ses: classLimits.describe("Simple signatures."),
        aes: classLimits.describe("Advanced signatures and seals."),
        qes: classLimits.describe("Qualified signatures and seals."),
      })
      .describe("What it may sign, and what it pays."),
    register: registerView.describe("What the register says, and who checked it."),
  })
  .meta({ id: "OperatorOrganisationView", description: "An organisation with its licence and its register check." });
export type OperatorOrganisationView = z.infer<typeof operatorOrganisationView>;

export const operatorDesk = call({
  name: "operatorDesk",
  method: "GET",
  path: "/api/operator/desk",
  caller: "operator",
  summary: "See what is to do, and whether the service works",
  response: z
    .object({
      organisations: organisationPage.shape.counts,
      checks: z
        .record(z.string(), z.enum(["ok", "failing"]))
        .describe("Each part of the service, and whether it works."),
      version: z.string().describe("The version of the service."),
      maintenance_until: z.iso
        .datetime()
        .nullable()
        .describe("Until when calls are refused with `MAINTENANCE`, as was announced; null: they are not."),
    })
    .meta({ id: "OperatorDesk", description: "The overview of the operator's desk." }),
});
export type OperatorDesk = z.infer<(typeof operatorDesk)["response"]>;

export const operatorOrganisations = call({
  name: "operatorOrganisations",
  method: "GET",
  path: "/api/operator/organisations",
  caller: "operator",
  summary: "List organisations",
  query: z.object({
    state: z
      .enum(organisationFilters)
      .default("all")
      .describe("Only organisations in this state; `waiting`: for a second operator."),
    search: z
      .string()
      .trim()
      .max(200, beforePatterns)
      .optional()
      .describe("Part of a name, of the name or number in the register, or an id."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many organisations a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: organisationPage,
});

export const operatorOrganisation = call({
  name: "operatorOrganisation",
  method: "GET",
  path: "/api/operator/organisations/:id",
  caller: "operator",
  summary: "Read an organisation",
  params: organisationParam,
  response: operatorOrganisationView,
});

export const setOrganisationActive = call({
  name: "setOrganisationActive",
  method: "PUT",
  path: "/api/operator/organisations/:id/active",
  caller: "operator",
  summary: "Switch an organisation on or off",
  description:
    "Switched off, logins and API keys answer ORGANIZATION_INACTIVE at once; open workflows can still be signed, and certificates stay valid.",
  params: organisationParam,
  body: z.object({
    active: z.boolean().describe("Whether people may log in and new workflows begin."),
    reason: paragraphsText(500).optional().describe("Why; stands in the audit trail, where only staff read it."),
  }),
  response: operatorOrganisationView,
});

const limit = count.min(0).max(signatures_max).optional();
const fee = count.min(0).max(cents_max).optional();
const perClass = (of: typeof limit, what: string) =>
  z.object({
    ses: of.describe(`${what} simple signature${what === "Of a" ? "" : "s"}.`),
    aes: of.describe(`${what} advanced signature${what === "Of a" ? "" : "s"}.`),
    qes: of.describe(`${what} qualified signature${what === "Of a" ? "" : "s"}.`),
  });

export const changeOrganisationLicence = call({
  name: "changeOrganisationLicence",
  method: "PUT",
  path: "/api/operator/organisations/:id/licence",
  caller: "operator",
  summary: "Change a licence",
  description:
    "What is left out stays as it is. A closed trial that is paid for or lasts longer is open again; one whose deletion has begun is not.",
  params: organisationParam,
  body: z.object({
    paid: z.literal(true).optional().describe("A trial becomes a paid licence."),
    expires_at: z.iso.datetime().nullable().optional().describe("When it ends, in the future; null: never."),
    limits: perClass(limit, "How many").optional().describe("How many signatures of each class it allows."),
    fee_cents: perClass(fee, "Of a").optional().describe("What one signature of each class costs, in cents."),
  }),
  response: operatorOrganisationView,
});

export const operatorPeople = call({
  name: "operatorPeople",
  method: "GET",
  path: "/api/operator/organisations/:id/people",
  caller: "operator",
  summary: "List the people of an organisation",
  params: organisationParam,
  query: z.object({
    state: z.enum(personFilters).default("all").describe("Only people in this state."),
    search: z.string().trim().max(200, beforePatterns).optional().describe("Part of a name or an address."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many people a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: peoplePage,
});

export const setPersonActive = call({
  name: "setPersonActive",
  method: "PUT",
  path: "/api/operator/people/:id/active",
  caller: "operator",
  summary: "Disable or enable a person of an organisation",
  description:
    "A disabled person is logged out at once, is told by mail, and may not log in until they are enabled: USER_NOT_ACTIV. The last administrator too.",
  params: personParam,
  body: z.object({ active: z.boolean().describe("Whether they may log in.") }),
  response: personView,
});

export const removePersonFactor = call({
  name: "removePersonFactor",
  method: "DELETE",
  path: "/api/operator/people/:id/factor",
  caller: "operator",
  summary: "Remove the second factor of a person who lost it",
  description:
    "It removes the app, recovery codes, passkeys and the login at a provider. The person is logged out at once, gets a mail, and logs in with the password alone. If the person has no second factor: NO_SECOND_FACTOR.",
  params: personParam,
  response: personView,
});
