/** Files the whole product signed: it is started on an empty folder and driven over HTTP, as an organisation and its signers would. */
import { X509Certificate } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlacedField } from "@siegel/contract/calls/sending.ts";
import type { Mark } from "@siegel/contract/limits.ts";
import { manyPagesPdf, onePagePdf } from "../e2e/pdf.ts";
import { type Product, startProduct } from "../e2e/product.ts";
import { download, person, send } from "../e2e/sender.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import { certificatesIn, cutSignatures } from "./extract.ts";
import type { Subject } from "./judgement.ts";

type SignerType = Parameters<typeof person>[0];

/** `places`: so many of each signer's signature, a page each; they sign at once. `mark`: where the others' show, else in the margin. */
type Walk = {
  readonly name: string;
  readonly types: readonly SignerType[];
  readonly places?: number;
  readonly mark?: Mark;
};
const walks: readonly Walk[] = [
  { name: "s_signature", types: ["s_signature"] },
  { name: "a_signature", types: ["a_signature"] },
  { name: "a_seal", types: ["a_seal"] },
  { name: "one of each", types: ["s_signature", "a_signature", "a_seal"] },
  { name: "two on a page of their own", types: ["s_signature", "a_signature"], mark: "page" },
  { name: "two, invisible", types: ["s_signature", "a_signature"], mark: "none" },
  { name: "two, three places each", types: ["s_signature", "a_signature"], places: 3 },
];

/** Signs one workflow a walk, and keeps the revocation lists; a finished workflow is B-LTA. @throws when the product refuses or does not start */
export async function makeProductFiles(folder: string): Promise<readonly Subject[]> {
  const product = await startProduct();
  try {
    const subjects: Subject[] = [];
    for (const [index, walk] of walks.entries()) {
      subjects.push(await walkThrough(product, walk, join(folder, String(index))));
    }
    for (const name of ["root-1.crl", "issuing-1.crl"])
      writeFileSync(join(folder, name), await fetchPublished(product, `/pki/crl/${name}`));
    return subjects;
  } finally {
    await product.stop();
  }
}

async function walkThrough(product: Product, walk: Walk, folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true });
  const { places = 0, mark } = walk;
  const signers = walk.types.map((type, index) =>
    person(type, places === 0 ? {} : { fields: fieldsOn(places, index) }),
  );
  const created = await send(
    product.demo,
    places === 0 ? onePagePdf() : manyPagesPdf(places),
    signers,
    mark && { mark },
  );
  const sign = async (type: SignerType, index: number): Promise<void> => {
    const url = created.signers.find((signer) => signer.reference === signers[index]?.reference)?.url ?? "";
    await signThrough(product.demo, url, type);
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
