/** The same as `sender-codes-de.ts`, in English. */
import type { senderCodesDe } from "./sender-codes-de.ts";

/** One sentence or two for each. */
export const senderCodesEn = {
  "Responses.WRONG_API_KEY": "The API key is not valid. Check it or create a new one.",
  "Responses.IDEMPOTENCY_KEY_REUSED": "This Idempotency-Key belongs to another request. Choose a new one.",
  "Responses.UPLOAD_NOT_FOUND": "This uploaded file is no longer there. Upload it again.",
  "Responses.FILE_NOT_A_PDF": "This is not a PDF. Convert the document and upload it again.",
  "Responses.FILE_TOO_LARGE": "The file is too large. Make it smaller or split it.",
  "Responses.FILE_TOO_MANY_PAGES": "The file has too many pages. Split it.",
  "Responses.FILE_ENCRYPTED": "The file is protected by a password. Remove the protection and upload it again.",
  "Responses.FILE_CERTIFIED":
    "A signature in the file does not permit this change, or any. Take the version before it; if you placed fields, it may be enough to leave them out.",
  "Responses.FILE_SCRIPTS_SIGNED":
    "A script or a program start stands in the signed file. Remove it before the file is signed for the first time.",
  "Responses.FILE_SIGNED_ENCRYPTED":
    "The file is signed and encrypted. Ask for a copy that was signed without encryption.",
  "Responses.FILE_SIGNED_DAMAGED": "The file is signed and damaged. Ask the person who signed it for a new copy.",
  "Responses.FILE_XFA_ONLY": "The file is an XFA form. Print it to PDF and upload that.",
  "Responses.FILE_ACTIVE_CONTENT":
    "The file contains an action that cannot be removed. Print it to PDF and upload that.",
  "Responses.FILE_TOO_COMPLEX": "The file is too complex to be read. Print it to PDF and upload that.",
  "Responses.FILE_BROKEN": "The file is damaged and cannot be repaired. Create it again and upload it once more.",
  "Responses.FIELD_OUTSIDE_PAGE": "A field lies outside the page. Check page and size.",
  "Responses.ATTACHMENT_INVALID":
    "An attachment belongs to no document of this workflow, or does not fit it. Name a document that is no attachment itself.",
  "Responses.DOCUMENT_NOT_SIGNED":
    "A field lies in a document that is only shown. Have the document signed, or leave the field out.",
  "Responses.NOTHING_TO_SIGN": "None of the documents is signed. Choose at least one that should be signed.",
} as const satisfies Readonly<Record<keyof typeof senderCodesDe, string>>;
