/**
 * Every code of the wire, once, spelled as on the wire (signer-side.md §8, decisions.md §3).
 * Each has a German and an English text in the web's catalogue under `Responses.{code}`.
 */

/** Codes of calls that succeeded. */
export const successCodes = ["SUCCESS", "SUCCESS_REVOKE", "SUCCESS_SIGNING", "SIGNING_PENDING"] as const;

/** The same, of people with an account. */
export const administratorSuccessCodes = [
  "USER_SUCCESS_LOGOUT",
  // look and organisation
  "EDIT_UI_SUCCESS",
  "RESET_UI_SUCCESS",
  "TEST_MAIL_SUCCESS",
  // the entrance
  "PASSWORD_RESET_SUCCESS",
  "RESET_PASSWORD_SUCCESS",
  "REGISTER_SUCCESS",
  // the own account
  "SUCCESS_CHANGE_PASSWORD",
] as const;

/** The same, of qualified signers. */
const qualifiedSuccessCodes = ["CREATE_CERTIFICATE_SUCCESS"] as const;

/** The same, of owners at /certManager. */
const ownerSuccessCodes = ["REVOKE_SUCCESS", "SUCCESS_CHANGE_PHONE"] as const;

/** Codes that only people with an account meet, with the HTTP status each travels under. */
export const administratorErrorStatus = {
  WRONG_MAIL_OR_PW: 403,
  /** sic: spelled so on the wire. */
  USER_NOT_ACTIV: 403,
  ORGANIZATION_INACTIVE: 403,
  ACCOUNT_NOT_APPROVED: 403,
  INSUFFICIENT_PERMISSIONS: 403,
  /** An id that is unknown, or of another organisation. */
  NOT_FOUND: 404,
  /** Somebody else changed the record since it was read; the answer brings it as it is now (changed-meanwhile.ts). */
  CHANGED_MEANWHILE: 409,
  TOKEN_TERMINATED: 409,
  TOKEN_EXPIRY_INVALID: 400,
  // the own account
  WRONG_OTP: 403,
  SECOND_FACTOR_REQUIRED: 403,
  FACTOR_NOT_STARTED: 409,
  NO_SECOND_FACTOR: 409,
  PASSKEY_INVALID: 403,
  PASSKEY_UNKNOWN: 403,
  // logins at a provider
  OIDC_NOT_CONFIGURED: 422,
  OIDC_AWAY: 503,
  OIDC_REFUSED: 403,
  OIDC_ATTEMPT_UNKNOWN: 403,
  OIDC_ATTEMPT_OVER: 410,
  OIDC_NOT_LINKED: 403,
  OIDC_TAKEN: 409,
  OIDC_ALREADY_LINKED: 409,
  OIDC_NOT_USED_YET: 409,
  OIDC_NEEDED: 409,
  PASSWORD_LOGIN_OFF: 403,
  // people
  CANNOT_CHANGE_OWN_ROLE: 409,
  CANNOT_REMOVE_SELF: 409,
  LAST_ADMINISTRATOR: 409,
  PERSON_WAITING: 409,
  PERSON_INVITED: 409,
  ALREADY_MEMBER: 409,
  INVITATION_ACCEPTED: 409,
  JOINING_DECIDED: 409,
  // webhooks
  WEBHOOK_URL_INVALID: 400,
  WEBHOOK_URL_MISSING: 409,
  // look and organisation
  TEST_MAIL_ERROR: 503,
  NO_INTERFACE_FOUND: 404,
  LOGO_TOO_LARGE: 413,
  LOGO_INVALID: 415,
  /** sic: shown as it is written (admin-side.md §8). */
  BillingAddressDeleteError: 409,
  // the entrance
  LINK_UNKNOWN: 404,
  LINK_USED: 409,
  LINK_EXPIRED: 410,
  JOIN_KEY_UNKNOWN: 404,
  REQUEST_EXISTS: 409,
  /** sic: spelled so on the wire. */
  REQUEST_PASSOWRDS_NO_MATCH: 400,
  RESET_PASSWORD_INVALID_SAME_PASSWORD: 400,
} as const satisfies Record<string, number>;

/** Codes that only qualified signers meet, with the HTTP status each travels under. */
const qualifiedErrorStatus = {
  /** One answer for both, so that the link alone teaches neither. */
  WRONG_PW_OR_OTP: 403,
  /** `Retry-After` says when it is this signer's turn at the latest. */
  DOCUMENT_HELD: 409,
  /** The secret of a mail that brings a certificate: used, old or unknown. */
  NO_IDENTIFICATION_FOUND: 404,
  // identification by ID card and by video
  /** No provider is configured for this way. */
  IDENTIFICATION_OFF: 422,
  IDENTIFICATION_AWAY: 503,
  /** A code of a return that is wrong, old or used. */
  IDENTIFICATION_REFUSED: 403,
  /** It goes on in the browser that began. */
  IDENTIFICATION_ELSEWHERE: 403,
  /** Nobody was identified, or it is too long ago, or another decides first. */
  IDENTIFICATION_MISSING: 409,
} as const satisfies Record<string, number>;

/** Codes that only owners at /certManager meet, with the HTTP status each travels under. */
export const ownerErrorStatus = {
  /** No certificate for this e-mail; told only after its mailbox is proven. */
  MAIL_NOT_FOUND: 404,
  /** The code of the e-mail was not typed in this browser, or too long ago. */
  MAILBOX_UNPROVEN: 403,
  /** The code of the text message was not typed in this browser, or too long ago. */
  PHONE_UNPROVEN: 403,
  /** No phone for text messages is on record. */
  PHONE_UNKNOWN: 409,
  CERTIFICATE_NOT_REVOCABLE: 409,
  /** It has no phone and password of its own, or has ended. */
  CERTIFICATE_NOT_CHANGEABLE: 409,
} as const satisfies Record<string, number>;

/** Codes that only operators meet beside those of people with an account. */
export const operatorErrorStatus = {
  /** Who checked a register, or proposed a revocation, cannot confirm it. */
  SAME_OPERATOR: 409,
  REGISTER_CHECK_GONE: 409,
  REGISTER_EXTRACT_OLD: 400,
  LICENCE_END_PAST: 400,
  DELETION_BEGUN: 409,
  TRIAL_OVER: 409,
  // people who are met on site
  CASE_OVER: 409,
  NOT_A_REPRESENTATIVE: 409,
  IDENTITY_DOCUMENT_EXPIRED: 400,
  // certificates
  REVOCATION_GONE: 409,
  CERTIFICATE_EXPIRED: 409,
  CERTIFICATE_SHORT_TERM: 409,
} as const satisfies Record<string, number>;

/** Codes of calls that did not, with the HTTP status each travels under. */
export const errorStatus = {
  // the signer's journey
  WRONG_PASSWORD: 403,
  TERMS_NOT_ACCEPTED: 403,
  CHECK_SMS_PIN_WRONG: 403,
  OTP_EXPIRED: 410,
  OTP_TRIES_EXHAUSTED: 403,
  NO_WORKFLOW_FOUND: 404,
  NO_WORKFLOW_FOUND_REVOKED: 410,
  WORKFLOW_CANCELLED: 410,
  WORKFLOW_EXPIRED: 410,
  WORKFLOW_FINISHED: 409,
  WORKFLOW_CHANGED: 409,
  NOT_YOUR_TURN: 409,
  ALREADY_SIGNED: 409,
  SIGNING_IN_PROGRESS: 409,
  /** Of a qualified signer: the code is used up, and nothing was signed. */
  SIGNING_INTERRUPTED: 409,
  WORKFLOW_FILES_NOT_FOUND: 404,
  PAGE_NOT_FOUND: 404,
  PAGE_NOT_DRAWN: 422,
  PAGE_PICTURES_OFF: 422,
  FILES_NOT_CONFIRMED: 409,
  FIELD_NOT_YOURS: 403,
  FIELD_VALUE_INVALID: 400,
  FIELD_CHARACTERS_UNKNOWN: 400,
  FIELD_VALUE_DOES_NOT_FIT: 400,
  FIELD_REQUIRED: 409,
  SIGNATURE_IMAGE_INVALID: 400,
  SIGNATURE_IMAGE_EMPTY: 400,
  SIGNATURE_IMAGE_TOO_DARK: 400,
  HANDOVER_OVER: 410,
  NOT_SIGNED_YET: 409,
  PHONE_MISSING: 409,
  PHONE_INVALID: 400,
  PHONE_NOT_MOBILE: 400,
  PHONE_UNREACHABLE: 409,
  WRONG_SIGNER_TYPE: 403,
  ORGANIZATION_NOT_VERIFIED: 409,
  CERTIFICATE_NOT_VALID: 409,
  // qualified signers
  ...qualifiedErrorStatus,
  // owners of certificates
  ...ownerErrorStatus,
  // administrators
  ...administratorErrorStatus,
  ...operatorErrorStatus,
  // sessions, limits, faults
  SESSION_ENDED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
  SERVICE_ERROR: 503,
  MAINTENANCE: 503,
  INVALID_REQUEST: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  /** sic: spelled so on the wire. */
  UNKOWN_SITE: 404,
  // the sender's API
  WRONG_API_KEY: 401,
  LICENSE_LIMIT_REACHED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  UPLOAD_NOT_FOUND: 404,
  FILE_NOT_A_PDF: 415,
  FILE_TOO_LARGE: 413,
  FILE_TOO_MANY_PAGES: 413,
  FILE_ENCRYPTED: 415,
  FILE_SIGNED_ENCRYPTED: 415,
  FILE_SIGNED_DAMAGED: 415,
  FILE_CERTIFIED: 415,
  FILE_SCRIPTS_SIGNED: 415,
  FILE_XFA_ONLY: 415,
  FILE_ACTIVE_CONTENT: 415,
  FILE_BROKEN: 415,
  FILE_TOO_COMPLEX: 415,
  FIELD_OUTSIDE_PAGE: 400,
  ATTACHMENT_INVALID: 400,
  DOCUMENT_NOT_SIGNED: 400,
  NOTHING_TO_SIGN: 400,
} as const satisfies Record<string, number>;

/** A code of a call that did not succeed. */
export type ErrorCode = keyof typeof errorStatus;
/** A code of a call that succeeded. */
export type SuccessCode =
  | (typeof successCodes)[number]
  | (typeof qualifiedSuccessCodes)[number]
  | (typeof ownerSuccessCodes)[number]
  | (typeof administratorSuccessCodes)[number];
/** A code that only people with an account meet; its text is loaded with their pages. */
export type AdministratorCode = keyof typeof administratorErrorStatus | (typeof administratorSuccessCodes)[number];
/** A code that only qualified signers meet; its text is loaded with the pages after their documents. */
export type QualifiedCode = keyof typeof qualifiedErrorStatus | (typeof qualifiedSuccessCodes)[number];
/** A code that only owners at /certManager meet; its text is loaded with their pages. */
export type OwnerCode = keyof typeof ownerErrorStatus | (typeof ownerSuccessCodes)[number];
/** A code that only operators meet; its text is loaded with their pages. */
export type OperatorCode = keyof typeof operatorErrorStatus;
/** Any code of the wire. */
export type Code = ErrorCode | SuccessCode;
