/** What is said of an image, which depends on where it will stand: a person writes a signature by hand, nobody a seal. Pure. */
import type { imageDe } from "../../i18n/image-de.ts";
import type { Way } from "./why-no-image.ts";

type Said = "title" | "lead" | "ways" | "photo" | "pad" | "padHint" | "name" | "photoHint" | "previewOf" | "phoneTitle";

/** Keys of the sentences, and the ways to an image: the one that fits best comes first. */
export type ImageWords = Readonly<Record<Said, keyof typeof imageDe>> & { readonly waysHere: readonly Way[] };

/** Of a person's signature. */
export const signatureWords: ImageWords = {
  title: "image.title",
  lead: "image.lead",
  ways: "image.ways",
  photo: "image.photo",
  pad: "image.pad",
  padHint: "image.padHint",
  name: "image.name",
  photoHint: "image.photoHint",
  previewOf: "image.previewOf",
  phoneTitle: "image.phoneTitle",
  waysHere: ["draw", "type", "photo", "phone"],
};

/** Of an organisation's seal: a logo or a stamp. */
export const sealWords: ImageWords = {
  title: "image.titleSeal",
  lead: "image.leadSeal",
  ways: "image.waysSeal",
  photo: "image.photoSeal",
  pad: "image.padSeal",
  padHint: "image.padHintSeal",
  name: "image.nameSeal",
  photoHint: "image.photoHintSeal",
  previewOf: "image.previewOfSeal",
  phoneTitle: "image.phoneTitleSeal",
  waysHere: ["photo", "draw", "type", "phone"],
};
