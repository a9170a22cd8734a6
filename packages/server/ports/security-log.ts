/** Reasons for which a sensitive call is refused: the kinds in the security log and its figure (docs/operations/monitoring.md). */
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
  | "foreign_return"
  | "permission_missing"
  | "work_over_limit";

/** The caller, as far as known; the id gives no access. */
export type RefusedActor = {
  readonly kind: "signer" | "token" | "administrator" | "operator" | "unknown";
  readonly id: string | null;
};

/** A refused call. It contains no code, key, password, value or address of a person. */
export type RefusedAct = {
  readonly kind: RefusedActKind;
  readonly actor: RefusedActor;
  /** The network it came from (`http/wire/network-of.ts`). */
  readonly network: string;
  readonly userAgent: string;
};

/** Called for each refused call at once; never throws. */
export type SecurityLog = (act: RefusedAct) => void;
