/** Acts and answers of the signing module as frames: both sides speak through this file. */
import type { PasswordOwner } from "@siegel/contract/certificate-password.ts";
import type { Activation } from "@siegel/kernel/mac/activation.ts";
import {
  ActivationRefused,
  ModuleUnavailable,
  type OwnedKey,
  type SignOrder,
  type WrappedKey,
} from "../../ports/signing-module.ts";
import { type Frame, part, textOf } from "./module-frames.ts";

/** Where the key-encryption key is. */
export type KeyEncryptionPlace =
  | { readonly kind: "software"; readonly key: Uint8Array }
  | { readonly kind: "pkcs11"; readonly token: TokenPlace };

/** A key in a token; `module` is a file, `token` and `key` are labels. */
export type TokenPlace = {
  readonly module: string;
  readonly token: string;
  readonly pin: string;
  readonly key: string;
};

/** What a process is told first. */
export type ModuleSecrets = { readonly activationSecret: Uint8Array; readonly keyEncryption: KeyEncryptionPlace };

/** What a process is asked, once. */
export type Act =
  | { readonly kind: "generate"; readonly keyId: string; readonly password: Uint8Array; readonly owner: PasswordOwner }
  | { readonly kind: "opens"; readonly key: OwnedKey; readonly password: Uint8Array }
  | { readonly kind: "sign"; readonly key: OwnedKey; readonly password: Uint8Array; readonly order: SignOrder }
  | { readonly kind: "spend" };

/** The token refused the PIN: who goes on trying locks it. */
export class PinRefused extends ModuleUnavailable {}

export function secretsFrame({ activationSecret, keyEncryption }: ModuleSecrets): Frame {
  if (keyEncryption.kind === "software") return { kind: "software", parts: [activationSecret, keyEncryption.key] };
  const { module, token, pin, key } = keyEncryption.token;
  return { kind: "pkcs11", parts: [activationSecret, part(module), part(token), part(pin), part(key)] };
}

export function secretsIn({ kind, parts }: Frame): ModuleSecrets {
  const [activationSecret, ...rest] = parts.map((bytes) => Uint8Array.from(bytes));
  if (activationSecret === undefined) throw new RangeError("no secrets");
  if (kind === "software") return { activationSecret, keyEncryption: { kind, key: rest[0] ?? new Uint8Array() } };
  const [module = "", token = "", pin = "", key = ""] = rest.map(textOf);
  return { activationSecret, keyEncryption: { kind: "pkcs11", token: { module, token, pin, key } } };
}

export function actFrame(act: Act): Frame {
  switch (act.kind) {
    case "generate":
      return {
        kind: act.kind,
        parts: [part(act.keyId), act.password, part(act.owner.firstName), part(act.owner.lastName)],
      };
    case "opens":
      return { kind: act.kind, parts: [part(act.key.keyId), act.password, act.key.wrapped] };
    case "sign": {
      const { activation, activationMac, certificate, signedAttributes } = act.order;
      const said = part(JSON.stringify(activation));
      const order = [said, activationMac, certificate, ...signedAttributes];
      return { kind: act.kind, parts: [part(act.key.keyId), act.password, act.key.wrapped, ...order] };
    }
    case "spend":
      return { kind: act.kind, parts: [] };
  }
}

/** The act in a frame; its bytes lie in those of the frame. @throws for a frame that is no act */
export function actIn({ kind, parts }: Frame): Act {
  if (kind === "spend") return { kind };
  const [id, password, wrapped, said, activationMac, certificate, ...signedAttributes] = parts;
  const keyId = textOf(id);
  if (password === undefined) throw new RangeError("an act without a password");
  if (kind === "generate") {
    const owner = { firstName: textOf(wrapped), lastName: textOf(said) };
    return { kind, keyId, password, owner };
  }
  const key = { keyId, wrapped: (wrapped ?? new Uint8Array()) as WrappedKey };
  if (kind === "opens") return { kind, key, password };
  if (kind !== "sign" || activationMac === undefined || certificate === undefined)
    throw new RangeError(`no act: ${kind}`);
  const order = { activation: activationIn(textOf(said)), activationMac, certificate, signedAttributes };
  return { kind, key, password, order };
}

function activationIn(said: string): Activation {
  const { code, passwordGivenAt, notAfter, ...rest } = JSON.parse(said);
  return {
    ...rest,
    code: { ...code, checkedAt: new Date(code.checkedAt) },
    passwordGivenAt: new Date(passwordGivenAt),
    notAfter: new Date(notAfter),
  };
}

/** The answer of a process that was asked. */
export const answerFrame = (kind: "ready" | "yes" | "no", parts: readonly Uint8Array[] = []): Frame => ({
  kind,
  parts,
});

/** A fault as an answer. `fault` may only say what an operator may read in a log. */
export function faultFrame(fault: unknown): Frame {
  if (fault instanceof PinRefused) return { kind: "pin", parts: [part(fault.message)] };
  if (fault instanceof ActivationRefused) return { kind: "refused", parts: [part(fault.message)] };
  // Of what we did not foresee only the kind is told: its words could hold anything.
  const isOurs = fault instanceof ModuleUnavailable || (fault instanceof Error && fault.name === "WrappedOtherwise");
  const words = isOurs
    ? fault.message
    : `a fault in the signing module: ${fault instanceof Error ? fault.name : "unknown"}`;
  return { kind: "away", parts: [part(words)] };
}

/** What was answered; null for no. @throws ModuleUnavailable, PinRefused, ActivationRefused */
export function answerIn({ kind, parts }: Frame): readonly Uint8Array[] | null {
  if (kind === "no") return null;
  if (kind === "yes" || kind === "ready") return parts;
  const words = textOf(parts[0]);
  if (kind === "pin") throw new PinRefused(words);
  throw kind === "refused" ? new ActivationRefused(words) : new ModuleUnavailable(words);
}
