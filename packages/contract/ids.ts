/**
 * The identifiers that cross the wire. Each is 130 random bits written as 26 characters of
 * lower-case Crockford base32, so that knowing one says nothing about another and a PDF partial
 * field name may carry it (no full stop, ISO 32000-2 §12.7.4.2).
 */
import { z } from "zod";
import { idPattern } from "./id-pattern.ts";
import { valueFaults } from "./value-faults.ts";

const randomId = z.string().regex(idPattern, valueFaults.id.en);

/** A workflow: one invitation to sign a set of documents. */
export const workflowId = randomId.brand<"WorkflowId">();
export type WorkflowId = z.infer<typeof workflowId>;

/** A signer of one workflow; also the prefix of that signer's form fields. */
export const signerId = randomId.brand<"SignerId">();
export type SignerId = z.infer<typeof signerId>;

/** A file of one workflow. */
export const fileId = randomId.brand<"FileId">();
export type FileId = z.infer<typeof fileId>;

/** A file sent ahead of its workflow. */
export const uploadId = randomId.brand<"UploadId">();
export type UploadId = z.infer<typeof uploadId>;

/** An organisation that sends. */
export const organisationId = randomId.brand<"OrganisationId">();
export type OrganisationId = z.infer<typeof organisationId>;

/** A person with an account in an organisation. */
export const administratorId = randomId.brand<"AdministratorId">();
export type AdministratorId = z.infer<typeof administratorId>;

/** A member of the provider's staff. */
export const operatorId = randomId.brand<"OperatorId">();
export type OperatorId = z.infer<typeof operatorId>;

/** An API token of an organisation. */
export const tokenId = randomId.brand<"TokenId">();
export type TokenId = z.infer<typeof tokenId>;

/** The secret name of a challenge (the wire's `auth_token`). */
export const authToken = randomId.brand<"AuthToken">();
export type AuthToken = z.infer<typeof authToken>;
