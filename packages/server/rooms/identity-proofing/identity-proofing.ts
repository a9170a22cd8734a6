/** The door of the room `identity-proofing`: people who were met, and how they come to their certificate (docs/flows/qualified-signing.md). */
export { forgetOrganisation as forgetIdentifications } from "./cases-store.ts";
export { checkIdentCode, finishCase, isOpenLink, personOf, takeCase, wasMet } from "./finish-case.ts";
export { type FoldedName, foldName, parseStoredName, sameName, storedName } from "./fold-name.ts";
export { type IdentMailDeps, sendIdentMail } from "./ident-mails.ts";
export { type IdentitySecret, identitySecret, type PersonData } from "./identity-data.ts";
export { type ListedCase, listCases, lookAtCase } from "./list-cases.ts";
export { type MetPerson, sendIdentCode, shownPhone } from "./send-ident-code.ts";
export { endCase, recordPerson, resendLink } from "./work-on-cases.ts";
