/** What sensitive acts may be refused for; each is a kind in the security log and in its figure (docs/operations/monitoring.md). */
export type RefusedActKind =
  | "wrong_api_key"
  | "wrong_code"
  | "codes_used_up"
  | "codes_over_limit"
  | "wrong_password"
  | "passwords_over_limit"
  | "token_without_cookie"
  | "anothers_field"
  | "anothers_files"
  | "cross_site_call"
  | "forged_callback"
  | "work_over_limit";

/** Who acted, as far as it is known: an id opens nothing by itself. */
export type RefusedActor = { readonly kind: "signer" | "token" | "unknown"; readonly id: string | null };

/** A refused act, without what was shown for it: no code, key, password, value or address of a person. */
export type RefusedAct = {
  readonly kind: RefusedActKind;
  readonly actor: RefusedActor;
  /** The network that it came from (`http/wire/network-of.ts`). */
  readonly network: string;
  readonly userAgent: string;
};

/** Told of each refused act at once; never throws. */
export type SecurityLog = (act: RefusedAct) => void;
