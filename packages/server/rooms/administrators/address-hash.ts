/** By what tries are counted. */
import { digestOfSecret } from "@siegel/kernel/mac/server-secret.ts";

/** Of an address, whichever way it is written, or of what else is tried. */
export const addressHashOf = (email: string): string => digestOfSecret(email.trim().toLowerCase());
