/** What a process with a token's keys is told and asked (workers/unit-keys.ts), and what it answers. */
import type { KeyKind } from "../../ports/keys.ts";
import type { TokenPlace } from "./module-language.ts";

/** A token with keys of the own authority: file of its library, label, PIN. */
export type UnitToken = Pick<TokenPlace, "module" | "token" | "pin">;

/** What is asked of the token. */
export type UnitKeyAct =
  | { readonly kind: "generate"; readonly keyId: string; readonly keyKind: KeyKind }
  | { readonly kind: "has" | "destroy"; readonly keyId: string }
  | { readonly kind: "sign"; readonly keyId: string; readonly keyKind: KeyKind; readonly digest: Uint8Array }
  | { readonly kind: "look" };

/** The first message is the token, each later one an act with a number. */
export type UnitKeyQuestion = { readonly n: number; readonly act: UnitKeyAct };

/**
 * What is said of question `n`; 0 is whether the token could be opened. `bytes` of `done` null: there is no such key. `away`: in words for
 * an operator; `pin`: the same, and the PIN must not be shown again. `lost`: the session is of no use any more; the process ends.
 */
export type UnitKeyAnswer =
  | { readonly n: number; readonly kind: "done"; readonly bytes: Uint8Array | null }
  | { readonly n: number; readonly kind: "away" | "pin" | "lost"; readonly words: string };
