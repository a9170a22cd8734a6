/**
 * The process in which a token's library runs that has keys of the own authority: it logs in once, and then does one act after the other
 * as long as the service has it. Nothing of ours waits while a token does. Where the session is lost it says so and ends.
 */
import { PinRefused } from "../adapters/trust/module-language.ts";
import { type TokenPairs, tokenPairs } from "../adapters/trust/token-pairs.ts";
import { codeOf, openToken } from "../adapters/trust/token-session.ts";
import type { UnitKeyAct, UnitKeyAnswer, UnitKeyQuestion, UnitToken } from "../adapters/trust/unit-key-language.ts";
import { ModuleUnavailable } from "../ports/signing-module.ts";

const say = (answer: UnitKeyAnswer, then: () => void = () => undefined): void => {
  process.send?.(answer, undefined, undefined, then);
};
const end = (): void => process.exit();

function perform(pairs: TokenPairs, act: UnitKeyAct): Uint8Array | null {
  switch (act.kind) {
    case "generate":
      return pairs.generate(act.keyId, act.keyKind);
    case "has":
      return pairs.has(act.keyId) ? new Uint8Array() : null;
    case "sign":
      return pairs.sign(act.keyId, act.keyKind, act.digest);
    case "destroy":
      pairs.destroy(act.keyId);
      return null;
    case "look":
      pairs.look();
      return null;
  }
}

function serve(pairs: TokenPairs): void {
  process.on("message", ({ n, act }: UnitKeyQuestion) => {
    try {
      say({ n, kind: "done", bytes: perform(pairs, act) });
    } catch (fault) {
      // Which fault ends a session, each token decides for itself: a new session costs a moment, and is never wrong.
      say({ n, kind: "lost", words: `the token does not work: ${codeOf(fault)}` }, end);
    }
  });
}

async function open(token: UnitToken): Promise<void> {
  try {
    const pairs = tokenPairs(await openToken(token, "SIEGEL_AUTHORITY_PKCS11"));
    serve(pairs);
    say({ n: 0, kind: "done", bytes: null });
  } catch (fault) {
    const words = fault instanceof ModuleUnavailable ? fault.message : `the token does not work: ${codeOf(fault)}`;
    say({ n: 0, kind: fault instanceof PinRefused ? "pin" : "away", words }, end);
  }
}

// A key at the terminal reaches the whole group; the service decides when its processes end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", end);
process.once("message", (token: UnitToken) => void open(token));
