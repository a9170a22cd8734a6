/** Lets the texts of a signature's image be looked up: imported by what says them, and fetched with it. */
import { addTexts } from "./catalogue.ts";
import { imageDe } from "./image-de.ts";
import { imageEn } from "./image-en.ts";

addTexts({ de: imageDe, en: imageEn });
