/**
 * The controls: a judge that accepts everything would look like a good one. One signed file is made bad in as many ways as
 * there are things to judge, and whoever judges that thing has to refuse it.
 */
import { X509Certificate } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeHierarchy } from "../fixtures/hierarchy.ts";
import { cutSignatures, cutTimestamp, securityStore } from "./extract.ts";
import type { Subject } from "./judgement.ts";

/** A bad file, and the names of the judges that must refuse it. */
export type Control = { readonly subject: Subject; readonly refusedBy: readonly string[] };

/** What is done to a copy of the file; the bytes may be changed in place. */
type Spoiling = {
  readonly what: string;
  readonly refusedBy: readonly string[];
  readonly spoil: (bytes: Buffer, subject: Subject) => void;
};

const spoilings: readonly Spoiling[] = [
  { what: "a word changed", refusedBy: ["pdfsig", "openssl cms", "pyHanko"], spoil: changeWord },
  { what: "a reference astray", refusedBy: ["qpdf --check"], spoil: changeReference },
  { what: "a timestamp changed", refusedBy: ["openssl ts"], spoil: changeTimestamp },
  { what: "a status answer changed", refusedBy: ["openssl ocsp"], spoil: changeStatusAnswer },
];
const trustJudges = ["openssl cms", "openssl verify", "openssl ts", "openssl ocsp", "pyHanko"];
const word = "Mietvertrag";

/** Bad copies of one of the subjects, below `folder`. @throws when none has all that can be made bad */
export async function makeControls(subjects: readonly Subject[], folder: string): Promise<readonly Control[]> {
  const subject = subjects.find(({ level, path }) => level === "B-LTA" && readFileSync(path).includes(word));
  if (subject === undefined) throw new Error("no file is there to make controls of");
  const controls = spoilings.map(({ what, refusedBy, spoil }, n): Control => {
    const copy = copyOf(subject, { what, folder: join(folder, `${n}`) });
    const bytes = readFileSync(copy.path);
    spoil(bytes, copy);
    if (bytes.equals(readFileSync(copy.path))) throw new Error(`nothing was spoilt: ${what}`);
    writeFileSync(copy.path, bytes);
    return { subject: copy, refusedBy };
  });
  const stranger = copyOf(subject, { what: "nobody's anchors", folder: join(folder, "stranger") });
  const anchors = join(folder, "stranger.pem");
  const { root } = await makeHierarchy("ecdsa-p256-sha256", new Date());
  writeFileSync(anchors, new X509Certificate(root.certificate.der).toString());
  return [...controls, { subject: { ...stranger, anchors }, refusedBy: trustJudges }];
}

function copyOf(subject: Subject, { what, folder }: { readonly what: string; readonly folder: string }): Subject {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "signed.pdf");
  writeFileSync(path, readFileSync(subject.path));
  return { ...subject, name: `control: ${subject.name}, ${what}`, path, folder };
}

/** The page says something else than what was signed; structurally it is still a sound PDF. */
function changeWord(bytes: Buffer): void {
  bytes.write("B", bytes.indexOf(word), "latin1");
}

/** The last cross-reference section is said to stand a digit's worth elsewhere. */
function changeReference(bytes: Buffer): void {
  const at = bytes.lastIndexOf("startxref\n") + "startxref\n".length;
  bytes[at] = bytes[at] === 0x31 ? 0x32 : 0x31;
}

/** A byte of the signature of the first timestamp; no signature of the file covers it. */
function changeTimestamp(bytes: Buffer, subject: Subject): void {
  const [cut] = cutSignatures(subject);
  const stamp = cut && cutTimestamp(cut);
  if (!stamp) throw new Error("there is no timestamp to change");
  const token = readFileSync(stamp.token).toString("hex");
  const text = bytes.toString("latin1").toLowerCase();
  const at = text.indexOf(token);
  if (at < 0) throw new Error("the timestamp is not where it was cut out");
  changeDigit(bytes, at + token.length - 40);
}

/** A digit of the time at which the first answer was made, which its responder signed. */
function changeStatusAnswer(bytes: Buffer, subject: Subject): void {
  const [answer] = securityStore(subject, "/OCSPs");
  const at = answer === undefined ? -1 : bytes.indexOf(answer);
  // GeneralizedTime of fifteen bytes, X.690 §11.7.
  const time = bytes.indexOf(Buffer.from([0x18, 0x0f]), at);
  if (at < 0 || time < 0) throw new Error("there is no status answer to change");
  changeDigit(bytes, time + 2 + 13);
}

function changeDigit(bytes: Buffer, at: number): void {
  bytes[at] = bytes[at] === 0x30 ? 0x31 : 0x30;
}
