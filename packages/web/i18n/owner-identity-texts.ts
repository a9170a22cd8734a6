/** Lets the texts of owners who identify themselves once more be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { ownerIdentityDe } from "./owner-identity-de.ts";
import { ownerIdentityEn } from "./owner-identity-en.ts";

addTexts({ de: ownerIdentityDe, en: ownerIdentityEn });
