/** Lets the texts of those who were met on site be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { identDe } from "./ident-de.ts";
import { identEn } from "./ident-en.ts";
import "./qualified-texts.ts";

addTexts({ de: identDe, en: identEn });
