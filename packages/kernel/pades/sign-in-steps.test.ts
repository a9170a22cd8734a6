/** The one order of signing, broken off after each step and gone on with from what was kept (docs/flows/signing.md 8 to 12). */
import { beforeAll, describe, expect, it } from "vitest";
import { plainPdf } from "../../../fixtures/documents.ts";
import { type Hierarchy, makeHierarchy, NOW, TEST_POLICY } from "../../../fixtures/hierarchy.ts";
import { monospaceShaper } from "../../../fixtures/monospace-shaper.ts";
import { addInvisibleSignatureField } from "../forms/add-fields.ts";
import { bytesSource } from "../pdf/byte-source.ts";
import { beginUpdate } from "../pdf/incremental-update.ts";
import { openPdf } from "../pdf/open-pdf.ts";
import { issueTimestampToken } from "../timestamp/token.ts";
import { digestOf } from "../x509/signature-algorithm.ts";
import { encodePrepared, type PreparedSignature, parsePrepared } from "./prepared-signature.ts";
import { signOntoCopy } from "./sign-document.ts";
import { verifyWritten } from "./verify-written.ts";

const fieldName = "Sig";
let trust: Hierarchy;
let base: Uint8Array;
beforeAll(async () => {
  trust = await makeHierarchy("ecdsa-p256-sha256");
  const update = beginUpdate(openPdf(bytesSource(plainPdf())));
  addInvisibleSignatureField(update, fieldName);
  base = Buffer.concat([plainPdf(), update.finish({ id: new Uint8Array(16) }).bytes]);
});

const steps = ["prepared", "cms", "stamped"] as const;
type Step = (typeof steps)[number];
type Row = { prepared: string | null; cms: Uint8Array | null; stamped: Uint8Array | null };

class PowerCut extends Error {}

/** One run over what a row holds, which answers the signed file; it ends behind the step it is told, once that is in the row. */
async function run(row: Row, seen: string[], endsAfter: Step | null): Promise<Uint8Array> {
  const keep = (step: Step, value: string | Uint8Array): void => {
    Object.assign(row, { [step]: value });
    if (step === endsAfter) throw new PowerCut(step);
  };
  const { tsu, issuingCa, person, root } = trust;
  const stamp = async (digest: Uint8Array): Promise<Uint8Array> => {
    seen.push("stamp");
    const messageImprint = { digestAlgorithm: "sha256", digest } as const;
    const request = { messageImprint, policy: null, nonceDer: null, certificatesRequested: true } as const;
    const made = { request, policy: TEST_POLICY, serialNumber: Uint8Array.of(1), genTime: NOW };
    const chain = [issuingCa.certificate];
    return await issueTimestampToken({ ...made, certificate: tsu.certificate, chain }, tsu.signer);
  };
  const validationData = async (stamped: Uint8Array) => {
    seen.push(Buffer.compare(stamped, row.stamped ?? new Uint8Array()) === 0 ? "prove" : "prove another");
    return {
      certificates: [person, issuingCa, root].map((one) => one.certificate.der),
      ocspResponses: [base],
      crls: [],
    };
  };
  const order = {
    wish: { fieldName, claimedTime: NOW, signerName: "Erika", fileId: new Uint8Array(16).fill(1) },
    shaper: monospaceShaper,
    certificate: person.certificate,
    chain: [issuingCa.certificate],
    signer: async () => {
      seen.push("key");
      return person.signer;
    },
    level: { level: "B-LTA", stamp, validationData, timestampField: "Timestamp" } as const,
    fileId: () => new Uint8Array(16).fill(2),
    earlier: { ...row, prepared: row.prepared === null ? null : parsePrepared(row.prepared) },
    keep: {
      prepared: async (prepared: PreparedSignature) => keep("prepared", encodePrepared(prepared)),
      cms: async (cms: Uint8Array) => keep("cms", cms),
      stamped: async (stamped: Uint8Array) => keep("stamped", stamped),
    },
  };
  const parts: Uint8Array[] = [];
  const approved = [{ length: base.length, sha256: digestOf("sha256", base) }];
  const made = await signOntoCopy(bytesSource(base), { ...order, approved }, async (bytes) => {
    parts.push(Uint8Array.from(bytes));
  });
  const signed = Buffer.concat(parts);
  expect([made.size, Buffer.from(made.sha256)]).toEqual([signed.length, Buffer.from(digestOf("sha256", signed))]);
  return signed;
}

const findingsIn = async (signed: Uint8Array) => {
  const anchors = [trust.root.certificate];
  const question = {
    fieldName,
    level: "B-LTA",
    certificate: trust.person.certificate,
    beginnings: [{ length: base.length, sha256: digestOf("sha256", base) }],
  } as const;
  return (await verifyWritten(bytesSource(signed), { ...question, anchors, timestampAnchors: anchors, at: NOW }))
    .findings;
};

describe("signing in steps", () => {
  const wholeRun = ["key", "stamp", "prove", "stamp"];

  it("takes each once, tells of each, and the file holds", async () => {
    const [row, seen]: [Row, string[]] = [{ prepared: null, cms: null, stamped: null }, []];
    expect(await findingsIn(await run(row, seen, null))).toEqual([]);
    expect(seen).toEqual(wholeRun);
    expect(Object.values(row)).not.toContain(null);
  });

  it.each(steps)("[T-008] broken off once %s is kept, nothing of it is made again and the file holds", async (step) => {
    const [row, seen]: [Row, string[]] = [{ prepared: null, cms: null, stamped: null }, []];
    await expect(run(row, seen, step)).rejects.toThrow(PowerCut);
    const kept = { ...row };
    expect(await findingsIn(await run(row, seen, null))).toEqual([]);
    expect(seen).toEqual(wholeRun);
    expect(row[step]).toBe(kept[step]);
  });
});
