/** Lets the texts of qualified signers be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { qualifiedDe } from "./qualified-de.ts";
import { qualifiedEn } from "./qualified-en.ts";

addTexts({ de: qualifiedDe, en: qualifiedEn });
