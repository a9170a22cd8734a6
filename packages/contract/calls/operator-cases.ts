/** People whom operators met on site, and the links to their certificates (decisions.md §5 "Operator desk", §13). */
import { z } from "zod";
import { emailField, mobileField, nameField } from "../account-fields.ts";
import { call } from "../call.ts";
import { organisationId } from "../ids.ts";
import { languages } from "../limits.ts";
import { beforePatterns, filledLine } from "../text.ts";
import { valueFaults } from "../value-faults.ts";

/** `expired`: its link is old and not used; a new one may be sent. */
export const caseStates = ["open", "expired", "done", "ended"] as const;
export type CaseState = (typeof caseStates)[number];
/** Which cases a list shows. */
export const caseFilters = ["all", ...caseStates] as const;

/** What somebody may show to say who they are. */
export const documentKinds = ["id_card", "passport", "residence_permit"] as const;

const count = z.number().int();
const params = z.object({ id: z.string().describe("The case's id.") });

const line = {
  case_id: z.string().describe("The case's id."),
  reference: z.string().describe("A short name of the case, for talking about it."),
  state: z
    .enum(caseStates)
    .describe(
      "`open`: the link works. `expired`: it does not any more. `done`: the certificate is made. `ended` by an operator.",
    ),
  first_name: z.string().describe("First names, as on the document."),
  last_name: z.string().describe("Last name, as on the document."),
  email: z.string().describe("Where the link went."),
  organization_id: organisationId
    .nullable()
    .describe("The organisation that the person seals for; null: they sign for themselves."),
  organisation: z.string().nullable().describe("Its name in the register; null as well."),
  identified_at: z.iso.datetime().describe("When the person was met."),
  identified_by: z.string().describe("The operator who met them."),
  link_expires_at: z.iso.datetime().describe("How long the newest link works."),
  closed_at: z.iso.datetime().nullable().describe("When the certificate was made or the case ended; null: neither."),
};

export const caseLine = z.object(line).meta({ id: "CaseLine", description: "A case in the operators' list." });
export type CaseLine = z.infer<typeof caseLine>;

export const caseView = z
  .object({
    ...line,
    birthdate: z.string().describe("Date of birth, YYYY-MM-DD."),
    nationality: z.string().describe("Nationality, two capital letters."),
    phone: z.string().describe("The number that codes go to, E.164."),
    document_kind: z.enum(documentKinds).describe("What was shown."),
    document_number: z.string().describe("Its number."),
    document_valid_until: z.string().describe("The last day on which it is valid."),
    document_issuer: z.string().describe("Who issued it."),
    resend_after_s: count.describe("When another link may be sent, in seconds; 0: now."),
  })
  .meta({
    id: "CaseView",
    description: "A person who was met on site, what they showed, and the link to their certificate.",
  });
export type CaseView = z.infer<typeof caseView>;

export const operatorCases = call({
  name: "operatorCases",
  method: "GET",
  path: "/api/operator/cases",
  caller: "operator",
  summary: "List people who were met on site",
  query: z.object({
    state: z.enum(caseFilters).default("all").describe("Only cases in this state."),
    search: z
      .string()
      .trim()
      .max(200, beforePatterns)
      .optional()
      .describe("Part of a name or an address, or a reference."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many cases a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: z
    .object({
      cases: z.array(caseLine).describe("The cases of this page, the newest first."),
      next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
      counts: z
        .object({
          all: count.describe("All that match the search."),
          open: count.describe("Those whose link works."),
          expired: count.describe("Those whose link is old."),
          done: count.describe("Those that have their certificate."),
          ended: count.describe("Those that an operator ended."),
        })
        .describe("How many match the search, by state."),
    })
    .meta({ id: "CasePage", description: "A page of cases." }),
});
export type CasePage = z.infer<(typeof operatorCases)["response"]>;

export const operatorCase = call({
  name: "operatorCase",
  method: "GET",
  path: "/api/operator/cases/:id",
  caller: "operator",
  summary: "Read a case",
  description: "Also what the person showed. That it was read stands in the audit trail.",
  params,
  response: caseView,
});

const country = z
  .string()
  .trim()
  .regex(/^[A-Z]{2}$/, valueFaults.countryCode.en);
const confirmed = z.literal(true);

export const createCase = call({
  name: "createCase",
  method: "POST",
  path: "/api/operator/cases",
  caller: "operator",
  summary: "Record a person who was met, and send them their link",
  description:
    "The link goes by mail, works once and for 72 hours; nobody else sees it. An open case of the same person and purpose ends. For a lost phone or a forgotten password a new case is made: with its certificate the old one is used no more. Who is no representative of the organisation: NOT_A_REPRESENTATIVE.",
  body: z.object({
    first_name: nameField.describe("First names, character by character as on the document."),
    last_name: nameField.describe("Last name, the same way."),
    birthdate: z.iso.date().describe("Date of birth, YYYY-MM-DD."),
    nationality: country.describe("Nationality, two capital letters (ISO 3166-1)."),
    email: emailField.describe("Where the link goes; the certificate belongs to this mailbox."),
    phone: mobileField.describe("The mobile number that codes go to."),
    language: z.enum(languages).default("de").describe("The language of mails and text messages."),
    document_kind: z.enum(documentKinds).describe("What was shown."),
    document_number: filledLine(40).describe("Its number."),
    document_valid_until: z.iso.date().describe("The last day on which it is valid. Over: IDENTITY_DOCUMENT_EXPIRED."),
    document_issuer: filledLine(100).describe("Who issued it."),
    organization_id: organisationId
      .nullable()
      .default(null)
      .describe("The organisation that the person seals for; null: they sign for themselves."),
    confirmed: z
      .object({
        face: confirmed.describe("Face and picture are the same."),
        document: confirmed.describe("The document is genuine."),
        phone: confirmed.describe("The phone rang, and the person answered."),
      })
      .describe("What the operator verified; all of it is needed."),
  }),
  status: 201,
  response: caseView,
});

export const resendCaseLink = call({
  name: "resendCaseLink",
  method: "POST",
  path: "/api/operator/cases/:id/link",
  caller: "operator",
  summary: "Send a new link",
  description: "The old one works no more. Ten minutes lie between two. Of a case that is done or ended: CASE_OVER.",
  params,
  body: z.object({}),
  response: caseView,
});

export const endCase = call({
  name: "endCase",
  method: "DELETE",
  path: "/api/operator/cases/:id",
  caller: "operator",
  summary: "End a case",
  description: "Its link works no more. Of a case that is done or ended: CASE_OVER.",
  params,
  response: caseView,
});
