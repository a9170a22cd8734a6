/** The secret of second factors: the server and the commands that set factors need the same one. */
import { keyFor } from "@siegel/kernel/mac/server-secret.ts";
import { type FactorSecret, factorSecret } from "./rooms/administrators/administrators.ts";

/** `masterKey`: 32 bytes from which secrets are derived. */
export const factorSecretOf = (masterKey: Uint8Array): FactorSecret =>
  factorSecret(keyFor(masterKey, "second factors"));
