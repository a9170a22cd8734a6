/** The order of signing, stopped before the key and gone on with over a value that was made elsewhere. */
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { type Hierarchy, makeHierarchy, NOW, TEST_POLICY } from "../../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { hasOpenssl, opensslMakes } from "../../../fixtures/openssl.ts";
import { SigningRefusal } from "../cms/sign-signed-data.ts";
import { parseSignedData } from "../cms/signed-data.ts";
import { addFields } from "../forms/add-fields.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { issueTimestampToken } from "../timestamp/token.ts";
import { digestAlgorithmOf, digestOf, type Signer, type SigningAlgorithm } from "../x509/signature-algorithm.ts";
import { BaseChanged } from "./approved-base.ts";
import { encodePrepared, type PreparedSignature, parsePrepared } from "./prepared-signature.ts";
import { cmsWithValue, type LevelWish, prepareToSign, type SignatureOrder, signInSteps } from "./sign-document.ts";

const algorithms = ["ecdsa-p256-sha256", "ecdsa-p384-sha384", "rsa-pss-sha256"] as const;
const trusts = new Map<SigningAlgorithm, Hierarchy>();
beforeAll(async () => {
  for (const algorithm of algorithms) trusts.set(algorithm, await makeHierarchy(algorithm));
});

function trustOf(algorithm: SigningAlgorithm): Hierarchy {
  const trust = trusts.get(algorithm);
  if (trust === undefined) throw new Error(`no hierarchy for ${algorithm}`);
  return trust;
}

const base = (() => {
  const file = plainPdf();
  const update = beginUpdate(openPdf(bytesSource(file)));
  addFields(update, [
    { kind: "text", signerId: "erika", name: "name", page: 1, rect: [72, 200, 250, 24] },
    { kind: "signature", signerId: "erika", place: { page: 1, rect: [72, 240, 250, 60] } },
  ]);
  return Buffer.concat([file, update.finish({ id: new Uint8Array(16).fill(7) }).bytes]);
})();

/** The same key with the same randomness: what was signed once is signed with the same value again. */
function repeating(signer: Signer): Signer & { readonly digests: string[] } {
  const made = new Map<string, Uint8Array>();
  const digests: string[] = [];
  return {
    algorithm: signer.algorithm,
    digests,
    sign: async (toBeSigned) => {
      const digest = Buffer.from(toBeSigned.digest).toString("hex");
      digests.push(digest);
      const value = made.get(digest) ?? (await signer.sign(toBeSigned));
      made.set(digest, value);
      return value;
    },
  };
}

type Case = {
  readonly algorithm: SigningAlgorithm;
  readonly level: LevelWish["level"];
  readonly name: string;
  readonly approved: boolean;
  readonly random: number;
};

/** Everything of an order but the key. The world answers alike each time it is asked alike. */
function orderFor({ algorithm, level, name, approved, random }: Case): Omit<SignatureOrder, "signer"> {
  const { person, issuingCa, root, tsu } = trustOf(algorithm);
  const unit = repeating(tsu.signer);
  const stamp = async (digest: Uint8Array): Promise<Uint8Array> => {
    const messageImprint = { digestAlgorithm: "sha256", digest } as const;
    const request = { messageImprint, policy: null, nonceDer: null, certificatesRequested: true } as const;
    const made = { request, policy: TEST_POLICY, serialNumber: Uint8Array.of(1), genTime: NOW };
    const chain = [issuingCa.certificate];
    return await issueTimestampToken({ ...made, certificate: tsu.certificate, chain }, unit);
  };
  const validationData = async () => ({
    certificates: [person, issuingCa, root].map((one) => one.certificate.der),
    ocspResponses: [],
    crls: [],
  });
  const levels: Record<LevelWish["level"], LevelWish> = {
    "B-B": { level: "B-B" },
    "B-T": { level: "B-T", stamp },
    "B-LT": { level: "B-LT", stamp, validationData },
    "B-LTA": { level: "B-LTA", stamp, validationData, timestampField: "Timestamp" },
  };
  return {
    wish: {
      fieldName: "Sig_erika",
      claimedTime: NOW,
      signerName: "Erika",
      values: new Map([["erika.name", name]]),
      appearance: { lines: ["Erika", name] },
      digestAlgorithm: digestAlgorithmOf(algorithm),
      fileId: new Uint8Array(16).fill(random),
    },
    shaper: monospaceShaper,
    certificate: person.certificate,
    chain: [issuingCa.certificate],
    level: levels[level],
    fileId: () => new Uint8Array(16).fill(random + 1),
    ...(approved && { approved: [{ length: base.length, sha256: digestOf("sha256", base) }] }),
  };
}

const afterStorage = (prepared: PreparedSignature): PreparedSignature => parsePrepared(encodePrepared(prepared));

describe("signing that stops before the key", () => {
  it("goes on to the bytes that one pass makes, over a value made elsewhere and over a signer of hashes alike", async () => {
    const arbitrary = fc.record({
      algorithm: fc.constantFrom(...algorithms),
      level: fc.constantFrom("B-B", "B-T", "B-LT", "B-LTA"),
      name: fc.stringMatching(/^[A-Za-z ]{0,20}$/),
      approved: fc.boolean(),
      random: fc.nat(200),
    }) satisfies fc.Arbitrary<Case>;
    const check = async (drawn: Case): Promise<void> => {
      // What was approved is known by its SHA-256, and digested together with what is signed.
      const one = { ...drawn, approved: drawn.approved && digestAlgorithmOf(drawn.algorithm) === "sha256" };
      const order = orderFor(one);
      const key = repeating(trustOf(one.algorithm).person.signer);
      const { prepared, ...asked } = await prepareToSign(bytesSource(base), order);
      const stored = encodePrepared(prepared);
      expect(key.digests).toEqual([]);

      const whole = await signInSteps(bytesSource(base), { ...order, signer: async () => key });
      expect(key.digests).toEqual([Buffer.from(asked.digest).toString("hex")]);

      const earlier = { prepared: parsePrepared(stored), cms: null, stamped: null };
      const overHash = await signInSteps(bytesSource(base), { ...order, earlier, signer: async () => key });
      expect(Buffer.concat(overHash)).toEqual(Buffer.concat(whole));

      const message = asked.signedAttributes;
      const digestAlgorithm = digestAlgorithmOf(asked.algorithm);
      const value = await key.sign({ message, digest: asked.digest, digestAlgorithm });
      const cms = cmsWithValue(parsePrepared(stored), order, value);
      const resumed = { prepared: parsePrepared(stored), cms, stamped: null };
      const overValue = await signInSteps(bytesSource(base), { ...order, earlier: resumed, signer: null });
      expect(Buffer.concat(overValue)).toEqual(Buffer.concat(whole));
    };
    await fc.assert(fc.asyncProperty(arbitrary, check), { numRuns: 25 });
  });

  const plain: Case = { algorithm: "ecdsa-p256-sha256", level: "B-LT", name: "Erika", approved: true, random: 1 };

  it.skipIf(!hasOpenssl)("answers a digest that another program signs without seeing the attributes", async () => {
    const order = orderFor(plain);
    const { prepared, digest } = await prepareToSign(bytesSource(base), order);
    const key = trustOf(plain.algorithm).person.privateKey.export({ type: "pkcs8", format: "pem" });
    const args = ["pkeyutl", "-sign", "-inkey", "key.pem", "-in", "digest", "-out", "value"];
    const value = opensslMakes(args, "value", { "key.pem": key.toString(), digest });
    expect(parseSignedData(cmsWithValue(prepared, order, value)).signerInfo.signature).toEqual(value);
  });

  it("[T-007] takes no value of another key, of another document or of a broken device", async () => {
    const order = orderFor(plain);
    const { person, organisation } = trustOf(plain.algorithm);
    const { prepared, signedAttributes } = await prepareToSign(bytesSource(base), order);
    const other = await prepareToSign(bytesSource(base), orderFor({ ...plain, name: "Otto" }));
    const sign = async (signer: Signer, message: Uint8Array): Promise<Uint8Array> =>
      await signer.sign({ message, digest: digestOf("sha256", message), digestAlgorithm: "sha256" });
    for (const value of [
      await sign(organisation.signer, signedAttributes),
      await sign(person.signer, other.signedAttributes),
      new Uint8Array(64),
    ])
      expect(() => cmsWithValue(afterStorage(prepared), order, value)).toThrow(SigningRefusal);
  });

  it("prepares nothing over a file that is not what was approved, and nothing for a key of another digest", async () => {
    const approved = [{ length: base.length, sha256: digestOf("sha256", plainPdf()) }];
    await expect(prepareToSign(bytesSource(base), { ...orderFor(plain), approved })).rejects.toThrow(BaseChanged);
    const { wish, approved: _, ...order } = orderFor(plain);
    const sha384 = { ...order, wish: { ...wish, digestAlgorithm: "sha384" as const } };
    await expect(prepareToSign(bytesSource(base), sha384)).rejects.toThrow(
      expect.objectContaining({ code: "digest-mismatch" }),
    );
  });

  it("goes no further without a key and without a value", async () => {
    const order = orderFor(plain);
    await expect(signInSteps(bytesSource(base), { ...order, signer: null })).rejects.toThrow("nothing signs");
  });
});
