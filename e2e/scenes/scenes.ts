/**
 * Every screen of a signer and of an operator in every state: the one list that the gallery takes pictures of and `looked-at.ts` looks at. A new screen is
 * one more scene, or one more line in one.
 */
import { advanced, codeUsedUp, sealed } from "./acting.ts";
import { deskCases, deskCertificates, deskOrganisations, deskReviews } from "./desk.ts";
import { ended, entering, interrupted, poorlyEntering, publicPages, quickEntering } from "./entering.ts";
import { entries } from "./entries.ts";
import { identification, identificationFailing } from "./identification.ts";
import { longWords } from "./long-words.ts";
import { later, refused, waiting } from "./of-two.ts";
import { personalIdent } from "./on-site.ts";
import { handover, ownSignature, sealWays, signatureWays } from "./own-signature.ts";
import { owner } from "./owner.ts";
import { ownerIdentity } from "./owner-identity.ts";
import { qualified, qualifiedWaiting } from "./qualified.ts";
import { attachments, form, pictures, several, viewer } from "./reading.ts";
import type { PassingScene, Scene } from "./stage.ts";

/** Scenes with pictures that are kept, in the order of a journey. */
export const keptScenes: readonly Scene[] = [
  entering,
  advanced,
  codeUsedUp,
  form,
  viewer,
  ownSignature,
  several,
  interrupted,
  ended,
  later,
  waiting,
  refused,
  qualified,
  identification,
  personalIdent,
  owner,
  deskCases,
  deskOrganisations,
  deskReviews,
  publicPages,
];

/** Scenes of what comes between: looked at, and no picture is kept. */
export const passingScenes: readonly PassingScene[] = [
  poorlyEntering,
  quickEntering,
  sealed,
  qualifiedWaiting,
  identificationFailing,
  signatureWays,
  sealWays,
  handover,
  attachments,
  pictures,
  entries,
  longWords,
  deskCertificates,
  ownerIdentity,
];

/** All of them. */
export const scenes: readonly Scene[] = [...keptScenes, ...passingScenes];
