/** Lets the texts of identification by ID card and by video be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { identificationDe } from "./identification-de.ts";
import { identificationEn } from "./identification-en.ts";
import "./ident-texts.ts";

addTexts({ de: identificationDe, en: identificationEn });
