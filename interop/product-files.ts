/** Files the whole product signed: it is started on an empty folder and driven over HTTP, as an organisation and its signers would. */
import { X509Certificate } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onePagePdf } from "../e2e/pdf.ts";
import { type Product, startProduct } from "../e2e/product.ts";
import { download, person, send } from "../e2e/sender.ts";
import { signThrough } from "../fixtures/signer-client.ts";
import { certificatesIn, cutSignatures } from "./extract.ts";
import type { Subject } from "./judgement.ts";

type SignerType = Parameters<typeof person>[0];

const walks: readonly { readonly name: string; readonly types: readonly SignerType[] }[] = [
  { name: "s_signature", types: ["s_signature"] },
  { name: "a_signature", types: ["a_signature"] },
  { name: "a_seal", types: ["a_seal"] },
  { name: "one of each", types: ["s_signature", "a_signature", "a_seal"] },
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

async function walkThrough(product: Product, walk: (typeof walks)[number], folder: string): Promise<Subject> {
  mkdirSync(folder, { recursive: true });
  const signers = walk.types.map((type) => person(type));
  const created = await send(product.demo, onePagePdf(), signers);
  for (const [index, type] of walk.types.entries()) {
    const url = created.signers.find((signer) => signer.reference === signers[index]?.reference)?.url ?? "";
    await signThrough(product.demo, url, type);
  }
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
