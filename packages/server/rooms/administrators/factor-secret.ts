/** The secret under which second factors are kept: apps' secrets sealed, recovery codes as MACs. */
import { nonce_bytes, openText, sealText } from "@siegel/kernel/mac/sealed-text.ts";
import { keyFor, macOf, type ServerSecret, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import type { Random } from "../../ports/random.ts";

/** The secret under which second factors are kept. */
export type FactorSecret = ServerSecret<"second factors">;

/** @throws RangeError when the bytes are too few to be a secret */
export const factorSecret = (bytes: Uint8Array): FactorSecret => serverSecret("second factors", bytes);

const sealedUnder = (secret: FactorSecret): Uint8Array => keyFor(secret, "app");

/** An app's secret, for storing; it opens for its person only. */
export const sealFactor = (
  { random, factorSecret: secret }: { readonly random: Random; readonly factorSecret: FactorSecret },
  owner: string,
  text: string,
): Buffer => sealText(sealedUnder(secret), { owner, text, nonce: random.bytes(nonce_bytes) });

/** @throws when it was sealed for another person */
export const openFactor = (secret: FactorSecret, owner: string, sealed: Uint8Array): string =>
  openText(sealedUnder(secret), { owner, sealed });

/** What is stored of a recovery code. A plain hash of 40 random bits could be guessed. */
export const macOfRecoveryCode = (secret: FactorSecret, owner: string, code: string): string =>
  Buffer.from(macOf(keyFor(secret, "recovery codes"), [owner, code])).toString("hex");
