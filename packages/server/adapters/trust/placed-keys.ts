/** The key store of a service that has keys in software and in a token: ids say where a key is, so older keys go on where they are. */
import { type KeyStore, KeysUnavailable } from "../../ports/keys.ts";
import { isInToken } from "./token-keys.ts";

/** Signers' keys are made in software; units' keys in `unitsIn`. `token` is null where none is configured. */
export function placedKeys(places: {
  readonly software: KeyStore;
  readonly token: KeyStore | null;
  readonly unitsIn: "software" | "pkcs11";
}): KeyStore {
  const { software, token } = places;
  const tokenOf = (): KeyStore => {
    if (token === null)
      throw new KeysUnavailable("SIEGEL_AUTHORITY_PKCS11_MODULE: missing; keys of the authority are in a token");
    return token;
  };
  return {
    generate: async (kind, owner = "unit") => {
      const place = owner === "unit" && places.unitsIn === "pkcs11" ? tokenOf() : software;
      return await place.generate(kind, owner);
    },
    signer: async (keyId, algorithm) => await (isInToken(keyId) ? tokenOf() : software).signer(keyId, algorithm),
    destroy: async (keyId) => await (isInToken(keyId) ? tokenOf() : software).destroy(keyId),
    check: async () => await token?.check(),
    close: async () => await token?.close(),
  };
}
