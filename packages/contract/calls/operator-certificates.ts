/** Operators find certificates and revoke them: one, or all of an organisation (docs/decisions/0024). */
import { z } from "zod";
import { call } from "../call.ts";
import { operatorRevocationReasons } from "../certificate-reasons.ts";
import { organisationId } from "../ids.ts";
import { revocation_evidence_chars_max } from "../limits.ts";
import { beforePatterns, isVisible, paragraphsText } from "../text.ts";
import { valueFaults } from "../value-faults.ts";

/** Which certificates a list shows. */
export const certificateFilters = ["all", "valid", "revoked", "ending", "waiting"] as const;

const count = z.number().int();
const certificateParam = z.object({ id: z.string().describe("The certificate's id.") });
const organisationParam = z.object({ id: z.string().describe("The organisation's id.") });
const at = z.iso.datetime();

const line = {
  certificate_id: z.string().describe("The certificate's id."),
  serial: z.string().describe("Serial number, hex in lower case."),
  name: z.string().describe("The name in it."),
  email: z.string().describe("The mailbox it belongs to; empty: an organisation's advanced seal."),
  level: z.enum(["aes", "qes"]).describe("`aes`: advanced. `qes`: qualified."),
  seals: z.boolean().describe("Whether it is for seals of the organisation; if not, a person signs with it."),
  organisation: z
    .object({ id: organisationId.describe("Its id."), name: z.string().describe("Its name.") })
    .nullable()
    .describe("The organisation it was issued for; null: a person's own, which works for every sender."),
  short_term: z.boolean().describe("Whether it lives so short that it is never revoked."),
  not_before: at.describe("When it begins."),
  not_after: at.describe("When it ends."),
  status: z.enum(["valid", "revoked", "expired"]).describe("What it is worth now."),
  revoked_at: at.nullable().describe("Since when it is revoked; null: it is not."),
  waiting: z.boolean().describe("Whether a revocation waits for a second operator."),
};

const certificateLine = z
  .object(line)
  .meta({ id: "CertificateLine", description: "A certificate in the operators' list." });
export type CertificateLine = z.infer<typeof certificateLine>;

const order = {
  order_id: z.string().describe("The id of what is proposed; confirming names it."),
  reason: z.string().describe("Why, as RFC 5280 §5.3.1 names it."),
  evidence: z.string().describe("On what it rests."),
  proposed_at: at.describe("When it was proposed."),
  proposed_by: z.string().describe("The operator who proposed it."),
  is_own: z.boolean().describe("Whether who asks proposed it, and cannot confirm it."),
};
const waitingOrder = z.object(order).nullable();

const certificateView = z
  .object({
    ...line,
    issuer: z.string().describe("The CA that issued it."),
    key: z.enum(["kept", "destroyed"]).describe("Whether its key is still there."),
    revocation: z
      .object({
        at: at.describe("Since when."),
        reason: z.string().describe("Why, as RFC 5280 §5.3.1 names it."),
        by: z
          .enum(["operator", "holder", "service"])
          .nullable()
          .describe("Who wanted it; null: that was erased, or is not known."),
        operator: z.string().nullable().describe("The operator who did it; null: none did."),
        proposed_by: z.string().nullable().describe("Who proposed it, where a second operator confirmed; else null."),
        evidence: z.string().nullable().describe("On what it rests; null: that was erased, or is not known."),
      })
      .nullable()
      .describe("How it was revoked; null: it is not."),
    order: waitingOrder.describe("A revocation that waits for a second operator; null: none does."),
  })
  .meta({ id: "CertificateView", description: "A certificate: whose, what it is worth, and why." });
export type CertificateView = z.infer<typeof certificateView>;

const certificatePage = z
  .object({
    certificates: z.array(certificateLine).describe("The certificates of this page, the newest first."),
    next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    counts: z
      .object({
        all: count.describe("All that match the search."),
        valid: count.describe("Those that are valid now."),
        revoked: count.describe("Those that are revoked."),
        ending: count.describe("Those that are valid and end within 30 days, without those that live for hours."),
        waiting: count.describe("Those whose revocation waits for a second operator."),
      })
      .describe("How many match the search, by state."),
    organisation: z
      .object({
        id: organisationId.describe("Its id."),
        name: z.string().describe("Its name."),
        revocable: count.describe("How many of its certificates can be revoked."),
      })
      .nullable()
      .describe("The one organisation that the search finds; null: none, or several."),
  })
  .meta({ id: "CertificatePage", description: "A page of certificates." });
export type CertificatePage = z.infer<typeof certificatePage>;

export const operatorCertificates = call({
  name: "operatorCertificates",
  method: "GET",
  path: "/api/operator/certificates",
  caller: "operator",
  summary: "Find certificates",
  description: "Without those of deleted organisations, whose holders are forgotten.",
  query: z.object({
    state: z.enum(certificateFilters).default("all").describe("Only certificates in this state."),
    search: z
      .string()
      .trim()
      .max(200, beforePatterns)
      .optional()
      .describe(
        "Part of a name, an address, or an organisation's name; an organisation's id; four digits or more of a serial number, with or without colons.",
      ),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many certificates a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: certificatePage,
});

export const operatorCertificate = call({
  name: "operatorCertificate",
  method: "GET",
  path: "/api/operator/certificates/:id",
  caller: "operator",
  summary: "Read a certificate",
  params: certificateParam,
  response: certificateView,
});

const wish = z.object({
  reason: z
    .enum(operatorRevocationReasons)
    .describe("Why, as RFC 5280 §5.3.1 names it. It stands in the list for all to see."),
  evidence: paragraphsText(revocation_evidence_chars_max)
    .trim()
    .refine(isVisible, valueFaults.nothingSeen.en)
    .describe("On what it rests: a call, a letter, an extract of the register. Staff alone read it."),
});
const confirmation = z.object({
  order_id: z.string().max(100).describe("The proposal that was read. Another one now: REVOCATION_GONE."),
});

export const revokeByOperator = call({
  name: "revokeByOperator",
  method: "POST",
  path: "/api/operator/certificates/:id/revocation",
  caller: "operator",
  summary: "Revoke a certificate",
  description:
    "At once and for ever; with four eyes as soon as a second operator has confirmed it, in place of a proposal that waits. Its holder gets a mail, and its key is destroyed. One that is revoked already answers with its old time. Refused: CERTIFICATE_EXPIRED, CERTIFICATE_SHORT_TERM.",
  params: certificateParam,
  body: wish,
  response: certificateView,
});

export const confirmRevocation = call({
  name: "confirmRevocation",
  method: "POST",
  path: "/api/operator/certificates/:id/revocation/confirm",
  caller: "operator",
  summary: "Confirm the revocation that another operator proposed",
  description: "The certificate is revoked. Who proposed it cannot confirm it: SAME_OPERATOR.",
  params: certificateParam,
  body: confirmation,
  response: certificateView,
});

export const withdrawRevocation = call({
  name: "withdrawRevocation",
  method: "DELETE",
  path: "/api/operator/certificates/:id/revocation",
  caller: "operator",
  summary: "Withdraw the proposal to revoke a certificate",
  description: "Any operator may. The certificate stays as it is.",
  params: certificateParam,
  response: certificateView,
});

const organisationCertificatesView = z
  .object({
    organisation: z
      .object({ id: organisationId.describe("Its id."), name: z.string().describe("Its name.") })
      .describe("The organisation."),
    revocable: count.describe("How many certificates would be revoked now."),
    first: z.array(certificateLine).describe("The first of them, 20 at most."),
    order: z
      .object({
        ...order,
        state: z
          .enum(["waiting", "running", "done"])
          .describe("`waiting`: for a second operator. `running`: one after the other. `done`: none is left."),
        confirmed_by: z.string().nullable().describe("The second operator; null: none yet, or one was enough."),
        revoked: count.describe("How many were revoked since it began."),
      })
      .nullable()
      .describe("What was ordered last; null: nothing, or it was withdrawn."),
  })
  .meta({
    id: "OrganisationCertificates",
    description: "What revoking all certificates of an organisation would do, and how far it is.",
  });
export type OrganisationCertificates = z.infer<typeof organisationCertificatesView>;

export const organisationCertificates = call({
  name: "organisationCertificates",
  method: "GET",
  path: "/api/operator/organisations/:id/certificates",
  caller: "operator",
  summary: "Count the certificates of an organisation that can be revoked",
  description:
    "Its seals, and the advanced certificates that people got at its request. Not those that belong to a person alone, and not those that live for hours.",
  params: organisationParam,
  response: organisationCertificatesView,
});

export const revokeOfOrganisation = call({
  name: "revokeOfOrganisation",
  method: "POST",
  path: "/api/operator/organisations/:id/certificates/revocation",
  caller: "operator",
  summary: "Revoke all certificates of an organisation",
  description:
    "For an organisation that is gone. They are revoked one after the other; that goes on by itself after an interruption. With four eyes it begins once a second operator has confirmed it. One that runs already goes on as it is.",
  params: organisationParam,
  body: wish,
  response: organisationCertificatesView,
});

export const confirmRevocationOfOrganisation = call({
  name: "confirmRevocationOfOrganisation",
  method: "POST",
  path: "/api/operator/organisations/:id/certificates/revocation/confirm",
  caller: "operator",
  summary: "Confirm the revocation of all certificates of an organisation",
  description: "It begins. Who proposed it cannot confirm it: SAME_OPERATOR.",
  params: organisationParam,
  body: confirmation,
  response: organisationCertificatesView,
});

export const withdrawRevocationOfOrganisation = call({
  name: "withdrawRevocationOfOrganisation",
  method: "DELETE",
  path: "/api/operator/organisations/:id/certificates/revocation",
  caller: "operator",
  summary: "Withdraw the proposal to revoke all certificates of an organisation",
  description: "Any operator may, while it waits.",
  params: organisationParam,
  response: organisationCertificatesView,
});
