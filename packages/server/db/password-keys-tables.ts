/** Tables of the room `password-keys` (migrations 0058, 0059). */
import type { Generated } from "kysely";
import type { KeyId } from "../ports/keys.ts";
import type { WrappedKey } from "../ports/signing-module.ts";

/** Tables of the room `password-keys`. */
export interface PasswordKeysTables {
  password_key: {
    key_id: KeyId;
    /** Of no use without the password and the key-encryption key. */
    wrapped: WrappedKey;
    subject_public_key_info: Uint8Array;
    /** When passwords were tried that were wrong, or whose answer is still to come. A right one empties it. */
    tried_at: Generated<Date[]>;
    /** Since when nobody can use it, however right the password is; null: it can be used. */
    locked_at: Generated<Date | null>;
    created_at: Date;
  };
  activation_nonce: {
    nonce: string;
    /** When the activation data end that it stands in. */
    not_after: Date;
  };
}
