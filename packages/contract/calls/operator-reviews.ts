/** Doubtful identifications that a person decides on (decisions.md §13; docs/decisions/0023-identification.md). */
import { z } from "zod";
import { call } from "../call.ts";
import { assuranceLevels, identificationRoutes, identityDocumentKinds } from "../identification.ts";
import { review_reason_chars_max } from "../limits.ts";
import { ownersPurposes } from "../owners-purposes.ts";
import { isVisible, paragraphsText } from "../text.ts";
import { valueFaults } from "../value-faults.ts";

/** Forward only: open, then one of the others. */
export const reviewStates = ["open", "approved", "rejected"] as const;
export type ReviewState = (typeof reviewStates)[number];
/** Which reviews a list shows. */
export const reviewFilters = ["all", ...reviewStates] as const;

const count = z.number().int();
const params = z.object({ id: z.string().describe("The review's id.") });

const line = {
  review_id: z.string().describe("The review's id."),
  reference: z.string().describe("A short name of it, which the signer has too."),
  state: z
    .enum(reviewStates)
    .describe(
      "`open`: waits for an operator. `approved`: the certificate is issued, or the owner may go on. `rejected`: not so.",
    ),
  purpose: z
    .enum(["sign", ...ownersPurposes])
    .describe("`sign`: a signer, who gets a certificate. Else an owner, and what they want to do with theirs."),
  first_name: z.string().describe("First name, as in the invitation, or in an owner's certificate."),
  last_name: z.string().describe("Last name, as in the invitation, or in an owner's certificate."),
  organisation: z.string().describe("Who asked for the signature; empty for an owner."),
  route: z.enum(identificationRoutes).describe("`eid`: with the chip of an ID card. `video`: by video."),
  handed_in_at: z.iso.datetime().describe("When the signer had chosen password and phone, or the owner had come back."),
  opened_at: z.iso.datetime().nullable().describe("When an operator last began to look at it; null: nobody did."),
  opened_by: z.string().nullable().describe("Who; null as well."),
  decided_at: z.iso.datetime().nullable().describe("When it was decided; null: not yet."),
  decided_by: z.string().nullable().describe("Who decided; null as well."),
};

export const reviewLine = z.object(line).meta({ id: "ReviewLine", description: "A review in the operators' list." });
export type ReviewLine = z.infer<typeof reviewLine>;

export const reviewView = z
  .object({
    ...line,
    doubt: z
      .enum(["names", "provider"])
      .describe("`names`: invitation and document differ. `provider`: the names agree, but the provider is not sure."),
    email: z.string().describe("The mailbox of the invitation; the certificate belongs to it."),
    seals: z.boolean().describe("Whether the signer seals for the organisation."),
    document: z
      .object({
        first_names: z.string().describe("All first names."),
        last_name: z.string().describe("Last name."),
        birth_name: z.string().nullable().describe("The name at birth, where the document has another one."),
        birthdate: z
          .string()
          .nullable()
          .describe("Date of birth, YYYY-MM-DD; YYYY-MM or YYYY where no more is known; null: nothing."),
        nationality: z.string().nullable().describe("Nationality, two letters; null: not told."),
        kind: z.enum(identityDocumentKinds).describe("What was read."),
        country: z.string().describe("The country that issued it, two letters."),
        valid_until: z.string().nullable().describe("The last day on which it is valid, YYYY-MM-DD; null: not told."),
      })
      .describe("What the document says."),
    level: z.enum(assuranceLevels).describe("How sure the provider is of the document."),
    provider: z.string().describe("Who checked it."),
    identified_at: z.iso.datetime().describe("When the provider's answer came."),
    evidence_sha256: z.string().nullable().describe("SHA-256 of the provider's answer, hex; null: there was none."),
    is_opened_by_you: z.boolean().describe("Whether `opened_by` is who asks."),
    is_decided_by_you: z.boolean().describe("Whether `decided_by` is who asks."),
    reason: z.string().nullable().describe("Why it was decided so; null: not yet decided."),
    certificate_serial: z.string().nullable().describe("Serial number of the certificate, hex; null: none is issued."),
  })
  .meta({ id: "ReviewView", description: "A doubtful identification: both spellings, and what the provider proves." });
export type ReviewView = z.infer<typeof reviewView>;

export const operatorReviews = call({
  name: "operatorReviews",
  method: "GET",
  path: "/api/operator/reviews",
  caller: "operator",
  summary: "List doubtful identifications",
  description: "Those whose signers have chosen password and phone; the others end by themselves.",
  query: z.object({
    state: z.enum(reviewFilters).default("all").describe("Only reviews in this state."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many reviews a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: z
    .object({
      reviews: z.array(reviewLine).describe("The reviews of this page, the newest first."),
      next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
      counts: z
        .object({
          all: count.describe("All of them."),
          open: count.describe("Those that wait."),
          approved: count.describe("Those whose certificate is issued."),
          rejected: count.describe("Those that were rejected."),
        })
        .describe("How many there are, by state."),
    })
    .meta({ id: "ReviewPage", description: "A page of reviews." }),
});
export type ReviewPage = z.infer<(typeof operatorReviews)["response"]>;

export const operatorReview = call({
  name: "operatorReview",
  method: "GET",
  path: "/api/operator/reviews/:id",
  caller: "operator",
  summary: "Read a doubtful identification",
  description: "That it was read stands in the audit trail; other operators see who works on an open one.",
  params,
  response: reviewView,
});

const reason = paragraphsText(review_reason_chars_max).trim().refine(isVisible, valueFaults.nothingSeen.en);

export const approveReview = call({
  name: "approveReview",
  method: "POST",
  path: "/api/operator/reviews/:id/approve",
  caller: "operator",
  summary: "Issue the certificate of a doubtful identification",
  description:
    "For the key that the signer chose, in the spelling of the invitation; they get a mail. The operator who comes second is told CASE_OVER, and who was faster. A signer who may not seal for the organisation any more is refused: NOT_A_REPRESENTATIVE.",
  params,
  body: z.object({
    same_person: z.literal(true).describe("Both spellings were compared; it is the same person."),
    reason: reason.describe("Why. It stays at the desk; the signer does not see it."),
  }),
  response: reviewView,
});

export const rejectReview = call({
  name: "rejectReview",
  method: "POST",
  path: "/api/operator/reviews/:id/reject",
  caller: "operator",
  summary: "Reject a doubtful identification",
  description:
    "The key is destroyed, and the signer gets the reason by mail, word by word. The operator who comes second is told CASE_OVER, and who was faster.",
  params,
  body: z.object({ reason: reason.describe("Why, for the signer.") }),
  response: reviewView,
});
