/** What a sender is told of a workflow: when it is created, and whenever it is read (decisions.md §5). */
import { z } from "zod";
import { documentPlace } from "../document-place.ts";
import { fileId, signerId, workflowId } from "../ids.ts";
import { unassigned_fields_listed_max } from "../limits.ts";
import { deliveryStatus, messageKind } from "../message-kinds.ts";
import { signerType } from "./workflow.ts";

export const workflowStatus = z.enum(["OPEN", "FINISHED", "REVOKED", "CANCELLED", "EXPIRED"]).meta({
  id: "WorkflowStatus",
  description:
    "`OPEN`: somebody still has to sign. `FINISHED`: everybody has signed. `REVOKED`: a signer declined. `CANCELLED`: you took it back. `EXPIRED`: its time was over first.",
});
export type WorkflowStatus = z.infer<typeof workflowStatus>;

export const signerStatus = z.enum(["WAITING", "INVITED", "SIGNING", "SIGNED", "REVOKED"]).meta({
  id: "SignerStatus",
  description:
    "`WAITING`: not their turn yet. `INVITED`: may sign now. `SIGNING`: has confirmed, the signature is being made. `SIGNED`: has signed. `REVOKED`: has declined.",
});
export type SignerStatus = z.infer<typeof signerStatus>;

export const createdWorkflow = z
  .object({
    workflow_id: workflowId.describe("The id of the workflow. Keep it: all other calls need it."),
    status: workflowStatus.describe("`OPEN`."),
    signers: z
      .array(
        z.object({
          reference: z.string().describe("Your name for this signer."),
          signer_id: signerId.describe("Our id of this signer."),
          url: z.string().describe("The signer's personal link. Treat it as a secret: it opens the documents."),
          notices: z
            .array(z.string())
            .describe("Sentences for you about what of this signer is not as you sent it. Mostly empty."),
        }),
      )
      .describe("The signers, in the order of the request."),
    documents: z
      .array(
        z.object({
          id: fileId.describe("The id of the document, for downloads."),
          name: z.string().describe("Its file name."),
          notices: z
            .array(z.string())
            .describe(
              "Sentences for you about what was mended in this document, or is special about it. Mostly empty.",
            ),
          unassigned_fields: z
            .array(z.string())
            .describe(
              `The names of form fields that the PDF has of its own and no signer was given, so nobody can fill them in; at most ${unassigned_fields_listed_max}. Mostly empty.`,
            ),
        }),
      )
      .describe("The documents, in the order of the request."),
  })
  .meta({ id: "CreatedWorkflow", description: "What was created." });

export const sentMessage = z
  .object({
    kind: messageKind.describe("What the mail is about."),
    status: deliveryStatus.describe("What became of it."),
    at: z.iso.datetime().describe("When that was, or since when it has waited."),
    reason: z.string().optional().describe("Why it has not arrived, in the mail server's words where it said any."),
  })
  .meta({ id: "SentMessage", description: "A mail, and what became of it." });

export const workflowReport = z
  .object({
    workflow_id: workflowId.describe("The id of the workflow."),
    name: z.string().describe("Its title."),
    description: z.string().describe("The text for the signers; empty where there is none."),
    message: z.string().nullable().describe("The message to the signers; null: none."),
    status: workflowStatus.describe("Where it stands. Download the documents once this is `FINISHED`."),
    created_at: z.iso.datetime().describe("When it was created."),
    expires_at: z.iso.datetime().nullable().describe("Until when it can be signed; null: no end."),
    finished_at: z.iso.datetime().nullable().describe("When the last signer had signed; null until then."),
    refusal: z
      .object({
        signer_id: signerId.describe("Who declined."),
        reason: z.string().describe("The reason that they gave."),
        at: z.iso.datetime().describe("When that was."),
      })
      .nullable()
      .describe("Who declined and why; null where nobody did."),
    signers: z
      .array(
        z.object({
          reference: z.string().describe("Your name for this signer."),
          signer_id: signerId.describe("Our id of this signer."),
          url: z.string().describe("The signer's personal link. Treat it as a secret: it opens the documents."),
          type: signerType.describe("What this signer makes."),
          status: signerStatus.describe("Where this signer stands."),
          first_name: z.string().describe("First name."),
          last_name: z.string().describe("Last name."),
          email: z.string().describe("Where mails to this signer go."),
          signed_at: z.iso.datetime().nullable().describe("When this signer signed; null until then."),
          messages: z.array(sentMessage).describe("The mails to this signer, and what became of each."),
        }),
      )
      .describe("The signers, in the order of the request."),
    initiator: z
      .object({
        first_name: z.string().describe("First name."),
        last_name: z.string().describe("Last name."),
        email: z.string().describe("Where mails to this person go."),
        messages: z.array(sentMessage).describe("The mails to this person, and what became of each."),
      })
      .describe("The person who asks for the signatures."),
    documents: z
      .array(
        z.object({
          id: fileId.describe("The id of the document, for downloads."),
          name: z.string().describe("Its file name."),
          size: z.number().int().describe("The size of its latest revision, in bytes."),
          pages: z.number().int().describe("How many pages it has."),
          sha256: z.string().describe("The SHA-256 of its latest revision, in hexadecimal."),
          ...documentPlace,
        }),
      )
      .describe("The documents, each before its attachments."),
  })
  .meta({ id: "WorkflowReport", description: "A workflow and the state of everybody in it." });
export type WorkflowReport = z.infer<typeof workflowReport>;
