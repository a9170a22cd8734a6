/** Lets the texts around a one-time code be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { codeDe } from "./code-de.ts";
import { codeEn } from "./code-en.ts";

addTexts({ de: codeDe, en: codeEn });
