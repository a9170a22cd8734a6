/**
 * A signing service without HTTP for qualified acts. Its signing module is played in this process: what a process that dies leaves in the
 * database does not depend on how long an argon2id takes. The real one has its own tests, and is killed in `killed-module.test.ts`.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { serverSecret } from "@siegel/kernel/mac/server-secret.ts";
import { beforeAll } from "vitest";
import type { Db } from "../db/database.ts";
import type { KeyId } from "../ports/keys.ts";
import type { PasswordBytes, SigningModule, WrappedKey } from "../ports/signing-module.ts";
import { type IdentitySecret, identitySecret } from "../rooms/identity-proofing/identity-proofing.ts";
import { checkQualifiedCode, issueQualifiedCode, type SigningAnswer, signQualified } from "../rooms/signing/signing.ts";
import { loadSigner } from "../rooms/workflows/workflows.ts";
import { meet } from "./qualified-signer.ts";
import { nth, type Sent, type SigningWorld } from "./signing-world.ts";
import { useSigningWorld } from "./use-signing-world.ts";

/** A code that arrived, as the page sends it back. */
export type Typed = { readonly authToken: string; readonly otp: string };

/** Which signer asks, the first unless said; over which connection; whether the code on its way is good too; and the cookie of an identification. */
type Asking = {
  readonly signer?: number;
  readonly db?: Db;
  readonly resume?: boolean;
  readonly browser?: string;
};

type RoomDeps = Parameters<typeof signQualified>[0] &
  Parameters<typeof issueQualifiedCode>[0] & { readonly identitySecret: IdentitySecret };

/** The world, and what its two people who were met do. Read its members inside tests only. */
export type QualifiedWorld = {
  readonly world: SigningWorld;
  /** The house over a connection, its own where none is said. */
  readonly depsOver: (db?: Db) => RoomDeps;
  /** How many documents were signed with a key so far. */
  readonly keyUses: () => number;
  /** How many tries at Ada's password count. */
  readonly tries: () => Promise<number>;
  /** Asks for a code; the answer of the room. */
  readonly ask: (sent: Sent, how?: Asking) => ReturnType<typeof issueQualifiedCode>;
  /** Whether a code is right. */
  readonly isRight: (sent: Sent, typed: Typed) => Promise<boolean>;
  /** The code that arrived last. @throws when the text was another's */
  readonly arrived: (authToken: string) => Typed;
  /** How many texts arrived so far. */
  readonly texts: () => number;
  readonly sign: (sent: Sent, typed: Typed, db?: Db) => Promise<SigningAnswer>;
  /** The same in another process: it has a signing module of its own, and with it another queue. */
  readonly signElsewhere: (sent: Sent, typed: Typed) => Promise<SigningAnswer>;
};

const people = ["Ada", "Bea"] as const;
/** Of everybody there. */
export const password = "Leuchtturm 7!";

/** Makes the world with two people who were met: the first and the second signer of what is sent. */
export function useQualifiedWorld(): QualifiedWorld {
  const world = useSigningWorld();
  const played = playedModule();
  const activationSecret = serverSecret("activation", randomBytes(32));
  const identity = identitySecret(randomBytes(32));
  const texts: string[] = [];
  const codes = textsInto(texts);
  const depsOver = (db?: Db): RoomDeps => ({
    ...(db === undefined ? world.deps : world.depsOver(db)),
    signingModule: played.module,
    activationSecret,
    identitySecret: identity,
    codes,
    codeLimits: { perNumberPerHour: 10_000, perAddressPerHour: 10_000 },
    codeSender: { provider: "Testdienst", host: "test.example" },
  });
  const signWith = (deps: RoomDeps, sent: Sent, typed: Typed) =>
    signQualified(deps, {
      ...from,
      workflowId: sent.workflowId,
      signerId: nth(sent.signerIds, 0),
      approval: { kind: "password-and-code", ...typed },
      password: new TextEncoder().encode(password) as PasswordBytes,
    });
  const from = { ip: "192.0.2.7", userAgent: "test" };
  const keyIds: string[] = [];
  beforeAll(async () => {
    for (const [n, firstName] of people.entries()) {
      const who = { firstName, lastName: "Müller", email: `signer-${n}@mail.example`, password };
      keyIds.push((await meet({ deps: depsOver() }, who)).keyId);
    }
  });
  return {
    world,
    depsOver,
    keyUses: played.uses,
    texts: () => texts.length,
    tries: async () => {
      const keyed = world.deps.db.selectFrom("password_key").where("key_id", "=", nth(keyIds, 0) as KeyId);
      return (await keyed.select("tried_at").executeTakeFirstOrThrow()).tried_at.length;
    },
    isRight: async (sent, typed) => {
      const context = await loadSigner(world.deps.db, sent.workflowId, nth(sent.signerIds, 0));
      if (context === null) throw new Error("no signer");
      return (await checkQualifiedCode(depsOver(), { ...from, ...typed, context, sessionId: "session" })).ok;
    },
    ask: (sent, { signer = 0, db, resume = false, browser = null as string | null } = {}) =>
      issueQualifiedCode(depsOver(db), {
        ...from,
        workflowId: sent.workflowId,
        signerId: nth(sent.signerIds, signer),
        network: from.ip,
        channel: "sms",
        termsTicked: true,
        resume,
        browser,
      }),
    arrived: (authToken) => {
      const otp = texts.at(-1)?.match(/\b\d{6}\b/)?.[0];
      if (otp === undefined) throw new Error(`no code in ${texts.at(-1)}`);
      return { authToken, otp };
    },
    sign: (sent, typed, db) => signWith(depsOver(db), sent, typed),
    signElsewhere: (sent, typed) => signWith({ ...depsOver(), signingModule: { ...played.module } }, sent, typed),
  };
}

/** A sender of codes that keeps each text. */
const textsInto = (texts: string[]) => ({
  sendText: async ({ text }: { readonly text: string }) => {
    texts.push(text);
    return { providerReference: randomBytes(8).toString("hex") };
  },
  call: async () => ({ providerReference: randomBytes(8).toString("hex") }),
});

/** A module that keeps its keys in memory, and counts what it signs with them. */
function playedModule(): { readonly module: SigningModule; readonly uses: () => number } {
  const keys = new Map<string, { readonly key: KeyObject; readonly password: string }>();
  const textOf = (bytes: PasswordBytes) => Buffer.from(bytes).toString("hex");
  let used = 0;
  const keyUnder = (keyId: string, typed: PasswordBytes) => {
    const found = keys.get(keyId);
    return found?.password === textOf(typed) ? found.key : null;
  };
  const module: SigningModule = {
    take: async () => ({
      generate: async (keyId, chosen) => {
        const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
        keys.set(keyId, {
          key: createPrivateKey(privateKey.export({ type: "pkcs8", format: "pem" })),
          password: textOf(chosen),
        });
        const wrapped = Buffer.from(keyId) as Uint8Array as WrappedKey;
        return { ok: true, wrapped, subjectPublicKeyInfo: publicKey.export({ type: "spki", format: "der" }) };
      },
      opens: async ({ keyId }, typed) => keyUnder(keyId, typed) !== null,
      sign: async ({ keyId }, typed, { signedAttributes }) => {
        const key = keyUnder(keyId, typed);
        if (key === null) return null;
        used += signedAttributes.length;
        return signedAttributes.map((message) => sign("sha256", message, key));
      },
      spend: async () => undefined,
      settle: async () => undefined,
      leave: () => undefined,
    }),
    fault: async () => null,
    close: async () => undefined,
  };
  return { module, uses: () => used };
}
