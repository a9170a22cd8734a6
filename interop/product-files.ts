/** Files the whole product signed: it is started on an empty folder and driven over HTTP, as an organisation and its signers would. */
import { X509Certificate } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import { workflowReport } from "@siegel/contract/calls/workflow-report.ts";
import type { Mark } from "@siegel/contract/limits.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { manyPagesPdf, onePagePdf } from "../e2e/pdf.ts";
import { type Product, startProduct } from "../e2e/product.ts";
import { call, download, person, send } from "../e2e/sender.ts";
import { signIdentifiedThrough, type Way } from "../fixtures/identified-signer.ts";
import { type Factors, signQualifiedThrough, signThrough } from "../fixtures/signer-client.ts";
import type { TokenPlace } from "../packages/server/adapters/trust/module-language.ts";
import { makeTokenKey } from "../packages/server/adapters/trust/token-key.ts";
import { hasSoftToken, makeSoftToken } from "../packages/server/test/soft-token.ts";
import { certificatesIn, cutSignatures } from "./extract.ts";
import type { Subject } from "./judgement.ts";

type SignerType = Parameters<typeof person>[0];

/** `places`: so many of each signer's signature, a page each; they sign at once. `mark`: where the others' show, else in the margin. */
type Walk = {
  readonly name: string;
  readonly types: readonly SignerType[];
  readonly places?: number;
  readonly mark?: Mark;
  /** How the signer is identified; left out: they have a certificate, or need none. */
  readonly way?: Way;
};
const walks: readonly Walk[] = [
  { name: "s_signature", types: ["s_signature"] },
  { name: "a_signature", types: ["a_signature"] },
  { name: "a_seal", types: ["a_seal"] },
  { name: "one of each", types: ["s_signature", "a_signature", "a_seal"] },
  { name: "two on a page of their own", types: ["s_signature", "a_signature"], mark: "page" },
  { name: "two, invisible", types: ["s_signature", "a_signature"], mark: "none" },
  { name: "q_signature and q_seal, keys under a token's", types: ["q_signature", "q_seal"] },
  { name: "q_signature after an ID card", types: ["q_signature"], way: "card" },
  { name: "q_signature after a video", types: ["q_signature"], way: "video" },
  { name: "two, three places each", types: ["s_signature", "a_signature"], places: 3 },
];

/** Revocation lists of the product, as they are named in its certificates. */
export const publishedLists: readonly string[] = ["root-1.crl", "issuing-1.crl", "qualified-1.crl"];

/**
 * Signs one workflow a walk, and keeps the revocation lists; a finished workflow is B-LTA. Qualified signers' keys are under a key of
 * SoftHSM2, and the authority's keys in it, where that is installed. @throws when the product refuses or does not start
 */
export async function makeProductFiles(folder: string): Promise<readonly Subject[]> {
  const token = hasSoftToken ? makeSoftToken() : null;
  const product = await startProduct(token === null ? {} : await tokenSettings(token.place));
  try {
    const subjects: Subject[] = [];
    for (const [index, walk] of walks.entries()) {
      subjects.push(await walkThrough(product, walk, join(folder, String(index))));
    }
    for (const list of publishedLists)
      writeFileSync(join(folder, list), await fetchPublished(product, `/pki/crl/${list}`));
    return subjects;
  } finally {
    await product.stop();
    token?.remove();
  }
}

async function tokenSettings(place: TokenPlace): Promise<Record<string, string>> {
  await makeTokenKey(place);
  const { module, token, pin, key } = place;
  return {
    SIEGEL_PKCS11_MODULE: module,
    SIEGEL_PKCS11_TOKEN: token,
    SIEGEL_PKCS11_PIN: pin,
    SIEGEL_PKCS11_KEY: key,
    SIEGEL_AUTHORITY_PKCS11_MODULE: module,
    SIEGEL_AUTHORITY_PKCS11_TOKEN: token,
    SIEGEL_AUTHORITY_PKCS11_PIN: pin,
  };
}

/** Somebody whom nobody has met; each walk invites them at a mailbox of their own. */
const unknown = { first_name: "Wanda", last_name: "Kowalski" };

async function walkThrough(product: Product, walk: Walk, folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true });
  const { places = 0, mark, way } = walk;
  const met = await metPeople(product);
  const signers = walk.types.map((type, index) =>
    person(type, {
      ...(way === undefined ? met.get(type)?.person : unknown),
      ...(places === 0 ? {} : { fields: fieldsOn(places, index) }),
    }),
  );
  const created = await send(
    product.demo,
    places === 0 ? onePagePdf() : manyPagesPdf(places),
    signers,
    mark && { mark },
  );
  const sign = async (type: SignerType, index: number): Promise<void> => {
    const url = created.signers.find((signer) => signer.reference === signers[index]?.reference)?.url ?? "";
    if (way !== undefined) {
      const on = { first_names: unknown.first_name.toUpperCase(), last_name: unknown.last_name.toUpperCase() };
      return await signIdentifiedThrough(product.demo, url, { way, person: on });
    }
    const factors = met.get(type)?.factors;
    await (factors === undefined
      ? signThrough(product.demo, url, type)
      : signQualifiedThrough(product.demo, url, factors));
  };
  if (places > 0) await Promise.all(walk.types.map(sign));
  else for (const [index, type] of walk.types.entries()) await sign(type, index);
  const subject: Subject = {
    name: `product, ${walk.name}`,
    path: join(folder, "signed.pdf"),
    level: "B-LTA",
    signatures: walk.types.length,
    anchors: join(folder, "anchors.pem"),
    folder,
  };
  writeFileSync(subject.path, await download(product.demo, created));
  writeFileSync(subject.anchors, await fetchAnchors(product, subject));
  return subject;
}

type MetPerson = { readonly person: Parameters<typeof person>[1]; readonly factors: Factors };

/** The people of the demo who have a qualified certificate, by what they make. */
async function metPeople({ demo }: Product): Promise<ReadonlyMap<string, MetPerson>> {
  const people = new Map<string, MetPerson>();
  for (const { signer_type, workflow_id, email, phone, certificate_password: password } of demo.workflows) {
    if (password === null || phone === null) continue;
    const { data } = (await call(demo, "GET", `/api/v1/workflows/${workflow_id}`)).body;
    const { signers } = workflowReport.parse(data);
    const { first_name = "", last_name = "" } = signers[0] ?? {};
    const organisation = isSeal(signer_type) ? { organisation: "Hafenwerk Wohnungsgenossenschaft eG" } : {};
    people.set(signer_type, {
      person: { first_name, last_name, email, ...organisation },
      factors: { phone, password },
    });
  }
  return people;
}

/** A place for the signature and one for initials on each page, beside those of the others. */
function fieldsOn(pages: number, column: number): PlacedField[] {
  const on = (page: number) => ({ document: "Mietvertrag.pdf", page, required: false });
  return Array.from({ length: pages }, (_, at) => at + 1).flatMap((page): PlacedField[] => [
    { ...on(page), kind: "signature", rect: [60 + 260 * column, 400, 200, 70] },
    { ...on(page), kind: "initials", rect: [60 + 260 * column, 700, 60, 20] },
  ]);
}

/** Follows the caIssuers addresses of the signers' certificates up to self-signed ones, as published by the product. */
async function fetchAnchors(product: Product, subject: Subject): Promise<string> {
  const cuts = cutSignatures(subject);
  const found = new Map<string, X509Certificate>();
  const visit = async (certificate: X509Certificate): Promise<void> => {
    const address = /CA Issuers - URI:(\S+)/.exec(certificate.infoAccess ?? "")?.[1];
    if (certificate.subject === certificate.issuer) found.set(certificate.fingerprint256, certificate);
    else if (address !== undefined) {
      await visit(new X509Certificate(await fetchPublished(product, new URL(address).pathname)));
    }
  };
  for (const certificate of cuts.flatMap((cut) => certificatesIn(cut.cms))) await visit(certificate);
  if (found.size === 0) throw new Error("no anchor is published for the signers' certificates");
  return [...found.values()].map((anchor) => anchor.toString()).join("");
}

async function fetchPublished(product: Product, path: string): Promise<Uint8Array> {
  const answer = await fetch(`${product.demo.baseUrl}${path}`);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
