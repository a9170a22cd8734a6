/**
 * The door of the room `identity-proofing`: people who were met, or identified by ID card or video, and how they come to their certificate
 * (docs/flows/qualified-signing.md, docs/flows/identification.md).
 */
export { doubtfulOf, keepForReview, sendReviewCode, waitingOf } from "./ask-review.ts";
export {
  beginEid,
  beginVideo,
  type NotBegun,
  type OwnersWish,
  offerToPhone,
} from "./begin-check.ts";
export { forgetOrganisation as forgetIdentifications } from "./cases-store.ts";
export { openHolder, openProven } from "./check-secrets.ts";
export { signUntil } from "./check-states.ts";
export { type OwnersCheck, type SignersCheck, type StoredCheck, signerCertified } from "./checks-store.ts";
export { chosenOf, keyOfCheck, saveCertified, saveChosen } from "./chosen-key.ts";
export {
  arrive,
  type CameBack,
  checkOfBrowser,
  confirmName,
  declineName,
  takeCode,
  unconfirmedOf,
} from "./come-back.ts";
export { approveOwner, type NotDecided, rejectReview, saveDecision, takeReview } from "./decide-review.ts";
export { fetchToken } from "./fetch-token.ts";
export { checkIdentCode, finishCase, isOpenLink, personOf, takeCase, wasMet } from "./finish-case.ts";
export { type FoldedName, foldName, foldPart, parseStoredName, sameName, storedName } from "./fold-name.ts";
export { type IdentMailDeps, sendIdentMail } from "./ident-mails.ts";
export { type IdentifiedBy, identifiedAs, identifiedBy } from "./identified-by.ts";
export { type IdentitySecret, identitySecret, openRecord, type PersonData } from "./identity-data.ts";
export { languageOf } from "./language-store.ts";
export { type ListedCase, listCases, lookAtCase } from "./list-cases.ts";
export { type ListedReview, type LookedAtReview, listReviews, lookAtReview } from "./list-reviews.ts";
export { mailboxLink } from "./mailbox-link.ts";
export {
  askPersonAbout,
  forgetOwnersChecks,
  type IdentifiedOwner,
  identifiedOwner,
  openApproved,
  ownersCheckOf,
  personById,
  useIdentifiedOwner,
} from "./owners-check.ts";
export { lookAtOffer, takeOffer } from "./phone-offer.ts";
export { type MetPerson, sendIdentCode, shownPhone } from "./send-ident-code.ts";
export { checkOfVideo, endCheck, pollCheck, type SettleDeps, settleCheck, settleOverdue } from "./settle-check.ts";
export { endReview, forgetBrowser, forgetChecks, mayHandIn, mayStillSign } from "./unkept.ts";
export { endCase, recordPerson, resendLink } from "./work-on-cases.ts";
