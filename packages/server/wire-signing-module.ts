/** Where qualified signers' keys are made and used: the signing module, its secret, and the token that it needs where one is configured. */
import { keyFor, serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { systemRandom } from "./adapters/random.ts";
import type { KeyEncryptionPlace } from "./adapters/trust/module-language.ts";
import { moduleProcesses } from "./adapters/trust/module-process.ts";
import { signingModule } from "./adapters/trust/signing-module.ts";
import type { Config } from "./config.ts";
import type { ServerDeps } from "./deps.ts";
import type { SigningModule } from "./ports/signing-module.ts";

const entry = new URL("./workers/signing-module.ts", import.meta.url);

/** `masterKey`: 32 bytes from which the secrets are derived. A process starts when a key is asked for. */
export function wireSigningModule({ token }: Config, masterKey: Uint8Array) {
  const activationSecret = serverSecret("activation", keyFor(masterKey, "activation data"));
  const keyEncryption: KeyEncryptionPlace =
    token === null ? { kind: "software", key: keyFor(masterKey, "password keys") } : { kind: "pkcs11", token };
  return {
    activationSecret,
    signingModule: signingModule(moduleProcesses(entry, { activationSecret, keyEncryption }, token ?? {})),
  } satisfies Partial<ServerDeps>;
}

/** The part that can be away: a token. It is looked at once a minute at most. */
export function tokenChecks({ token }: Config, module: SigningModule): ServerDeps["healthChecks"] {
  if (token === null) return {};
  return {
    token: async () => {
      const fault = await module.fault();
      if (fault !== null) throw new Error(fault);
    },
  };
}

/** What is wrong with the token, in words for an operator; null: nothing, or there is none. */
export async function tokenFault({ token }: Pick<Config, "token">): Promise<string | null> {
  if (token === null) return null;
  const module = signingModule(
    moduleProcesses(
      entry,
      { activationSecret: systemRandom.bytes(32), keyEncryption: { kind: "pkcs11", token } },
      token,
    ),
  );
  try {
    return await module.fault();
  } finally {
    await module.close();
  }
}
