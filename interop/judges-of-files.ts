/** The judges every signed file meets: qpdf, poppler and OpenSSL. */
import type { X509Certificate } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runTool } from "../fixtures/outside-tool.ts";
import { allCertificates, certificatesIn, cutSignatures, cutTimestamp, securityStore } from "./extract.ts";
import { type Judge, lastWords, outcomeOf, type Subject } from "./judgement.ts";

/** `qpdf --check`: not an error, not a warning. */
export const qpdfCheck: Judge = {
  name: "qpdf --check",
  judge: ({ path }) => {
    const run = runTool("qpdf", "--check", path);
    return outcomeOf(run.status === 0 ? [] : [`exit ${run.status}: ${lastWords(run)}`]);
  },
};

/** `pdfsig`: every signature valid and of CAdES form. Of trust it says nothing worth asking (its NSS store is empty here). */
export const pdfsig: Judge = {
  name: "pdfsig",
  judge: ({ path, signatures }) => {
    const { out } = runTool("pdfsig", "-nocert", path);
    const valid = out.match(/Signature Validation: Signature is Valid\./g)?.length ?? 0;
    const cades = out.match(/Signature Type: ETSI\.CAdES\.detached/g)?.length ?? 0;
    const wrong =
      valid === signatures && cades === signatures ? [] : [`${valid} valid, ${cades} CAdES of ${signatures}`];
    return outcomeOf(wrong);
  },
};

/** `openssl cms -verify -cades`: digest, signature, signing certificate attribute and chain of every signature. */
export const cmsVerify: Judge = {
  name: "openssl cms",
  judge: (subject) => {
    const cuts = cutSignatures(subject).filter((cut) => cut.kind === "signature");
    const wrong =
      cuts.length === subject.signatures ? [] : [`${cuts.length} signatures found, ${subject.signatures} expected`];
    for (const cut of cuts) {
      const what = ["-verify", "-inform", "DER", "-in", cut.cms, "-content", cut.covered, "-binary", "-cades"];
      const run = runTool(
        "openssl",
        "cms",
        ...what,
        "-purpose",
        "any",
        "-CAfile",
        subject.anchors,
        "-out",
        "/dev/null",
      );
      if (run.status !== 0) wrong.push(lastWords(run));
    }
    return outcomeOf(wrong);
  },
};

/** `openssl ts -verify`: signature timestamps from B-T on, and the document timestamp of B-LTA. */
export const timestampVerify: Judge = {
  name: "openssl ts",
  judge: (subject) => {
    const cuts = cutSignatures(subject);
    const wrong: string[] = [];
    for (const cut of cuts.filter((one) => one.kind === "signature")) {
      const stamp = cutTimestamp(cut);
      if (stamp !== null) wrong.push(...verifyToken(subject, stamp.token, stamp.stamped));
      else if (subject.level !== "B-B") wrong.push("a signature has no timestamp");
    }
    const documentTimestamps = cuts.filter((cut) => cut.kind === "document-timestamp");
    for (const cut of documentTimestamps) wrong.push(...verifyToken(subject, cut.cms, cut.covered));
    if (subject.level === "B-LTA" && documentTimestamps.length === 0) wrong.push("no document timestamp");
    return outcomeOf(wrong);
  },
};

function verifyToken(subject: Subject, token: string, stamped: string): readonly string[] {
  const untrusted = pemFile(subject, "tsa.pem", certificatesIn(token));
  const what = [
    "-verify",
    "-data",
    stamped,
    "-in",
    token,
    "-token_in",
    "-CAfile",
    subject.anchors,
    "-untrusted",
    untrusted,
  ];
  const run = runTool("openssl", "ts", ...what);
  return run.status === 0 && /Verification: OK/.test(run.out) ? [] : [lastWords(run)];
}

/** `openssl ocsp`: every OCSP response of the security store is signed by whom it may be and says good. */
export const ocspVerify: Judge = {
  name: "openssl ocsp",
  judge: (subject) => {
    const responses = securityStore(subject, "/OCSPs");
    const certificates = allCertificates(subject);
    const wrong = responses.length === 0 ? ["no OCSP response in the security store"] : [];
    for (const [index, response] of responses.entries()) {
      const path = join(subject.folder, `${index}.ocsp`);
      writeFileSync(path, response);
      wrong.push(...verifyOcsp(subject, path, certificates));
    }
    return outcomeOf(wrong);
  },
};

function verifyOcsp(subject: Subject, path: string, certificates: readonly X509Certificate[]): readonly string[] {
  const text = runTool("openssl", "ocsp", "-respin", path, "-resp_text", "-noverify").out;
  const serial = /Serial Number: ([0-9A-F]+)/.exec(text)?.[1];
  // openssl looks for the CertID by one hash, and by SHA-1 unless told.
  const hash = `-${/Hash Algorithm: (sha\d+)/.exec(text)?.[1] ?? "sha1"}`;
  const certificate = certificates.find((one) => sameSerial(one.serialNumber, serial));
  const issuer = certificates.find((one) => certificate?.checkIssued(one));
  if (certificate === undefined || issuer === undefined)
    return [`an OCSP response for ${serial} whose certificate is not stored`];
  const ca = pemFile(subject, "issuer.pem", [issuer]);
  const ee = pemFile(subject, "asked.pem", [certificate]);
  const question = ["-respin", path, hash, "-issuer", ca, "-cert", ee, "-no_nonce"];
  const run = runTool("openssl", "ocsp", ...question, "-CAfile", subject.anchors);
  return /Response verify OK/.test(run.out) && /: good/.test(run.out) ? [] : [lastWords(run)];
}

const sameSerial = (a: string, b: string | undefined): boolean =>
  b !== undefined && BigInt(`0x${a}`) === BigInt(`0x${b}`);

/** `openssl verify -x509_strict`: every end entity certificate of the file up to its anchor. */
export const chainVerify: Judge = {
  name: "openssl verify",
  judge: (subject) => {
    const certificates = allCertificates(subject);
    const untrusted = pemFile(
      subject,
      "untrusted.pem",
      certificates.filter((one) => one.ca),
    );
    const wrong = certificates.flatMap((certificate) => {
      const ee = pemFile(subject, "subject.pem", [certificate]);
      const run = runTool("openssl", "verify", "-x509_strict", "-CAfile", subject.anchors, "-untrusted", untrusted, ee);
      return run.status === 0 ? [] : [`${certificate.subject.replaceAll("\n", ", ")}: ${lastWords(run)}`];
    });
    return outcomeOf(certificates.length === 0 ? ["no certificate found"] : wrong);
  },
};

function pemFile(subject: Subject, name: string, certificates: readonly X509Certificate[]): string {
  const path = join(subject.folder, name);
  writeFileSync(path, certificates.map((certificate) => certificate.toString()).join(""));
  return path;
}
