/** What a mail is about, and the words it becomes, before any layout. */
import type { MessageKind, SigningFailure } from "@siegel/contract/message-kinds.ts";

/** Everything a mail may tell. */
export type MailFacts = {
  readonly kind: MessageKind;
  /** `initiator` sent the workflow; a signer signs or, for an organisation, seals. */
  readonly role: "signer" | "sealer" | "initiator";
  readonly recipientName: string;
  readonly workflowName: string;
  readonly initiator: { readonly name: string; readonly email: string };
  /** Names in the order of the pages; none where a password protects them. */
  readonly documents: {
    readonly names: readonly string[];
    readonly count: number;
    readonly pages: number;
    readonly toSign: number;
  };
  /** From the sender to the signers; only in what asks them to sign. */
  readonly message: string | null;
  readonly expiresAt: Date | null;
  /** When it happened: finished, refused, cancelled, expired. */
  readonly endedAt: Date | null;
  /** The recipient's own page; null for the initiator, who has none. */
  readonly link: string | null;
  /** This signer has signed, whatever became of it. */
  readonly hasSigned: boolean;
  /** Others have signed before: an invitation reads "it is your turn". */
  readonly othersSigned: boolean;
  /** The page will ask for a code sent to a phone. */
  readonly needsPhone: boolean;
  /** The page will ask for the password that the initiator gave, by another way than this mail. */
  readonly needsPassword: boolean;
  /** Who refused, and why (reason and address for the initiator only); `othersTold`: other signers were reached, and are written to. */
  readonly refusal: {
    readonly by: string;
    readonly email: string | null;
    readonly reason: string | null;
    readonly othersTold: boolean;
  } | null;
  /** Why this signer's approval came to nothing; null in every other mail. */
  readonly failure: SigningFailure | null;
  /** How far it came, who has signed and who has not; for the initiator only. */
  readonly progress: {
    readonly signed: readonly string[];
    readonly total: number;
    readonly missing: readonly string[];
  } | null;
  /** The signed documents travel with the mail. */
  readonly carriesCopies: boolean;
  /** The audit report travels with them. */
  readonly carriesReport: boolean;
  /** One signer in all. */
  readonly hasOneSigner: boolean;
  /** One signer and one document that is signed: one signature, or seal, is all there will be. */
  readonly hasOneMark: boolean;
  /** It ended because the trial of its organisation did: its documents can be fetched for a day. */
  readonly isTrialOver: boolean;
  /** What they do, all together. */
  readonly acts: Acts;
};

/** All of them sign; all of them seal, and the word "sign" is not used; there are both. */
export type Acts = "sign" | "seal" | "both";

/** The one word where there is one document, the other where there are more. */
export const byDocuments = ({ documents }: Pick<MailFacts, "documents">, one: string, more: string): string =>
  documents.count === 1 ? one : more;

/** Whether the signer can do something about a failed approval: approve once more. */
export const mayTryAgain = ({ failure }: MailFacts): boolean =>
  failure === "CERTIFICATE_NOT_VALID" ||
  failure === "FIELD_VALUE_INVALID" ||
  failure === "SIGNING_INTERRUPTED" ||
  failure === "WORKFLOW_CHANGED";

/** Whether the mail is about something that can still be signed: its end is worth knowing. */
export const isOpen = ({ kind }: MailFacts): boolean =>
  kind === "invitation" || kind === "reminder" || kind === "signing_stalled";

/** A word as a subject begins with it. */
export const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const names_max = 5;

/** Names in a row, the first few of many; `others` says how many there are besides. */
export const namesOf = (names: readonly string[], others: (count: number) => string): string =>
  names.length <= names_max + 1
    ? names.join(", ")
    : `${names.slice(0, names_max).join(", ")} ${others(names.length - names_max)}`;

/** The names of the documents, and what they are together. */
export const documentLines = (
  { documents }: Pick<MailFacts, "documents">,
  { tally, others }: { readonly tally: string; readonly others: (count: number) => string },
): readonly string[] => {
  const { names } = documents;
  const isCut = names.length > names_max + 1;
  const shown = isCut ? [...names.slice(0, names_max), others(names.length - names_max)] : names;
  return [...shown, tally];
};

/** A fact: what it is called, and its lines. */
export type MailRow = readonly [term: string, ...lines: string[]];

/** A mail in words; `rows` are facts side by side, `steps` what the recipient may do next, `notes` small print below the button. */
export type MailWords = {
  readonly subject: string;
  /** What a list of mails shows beside the subject; null: how the mail begins. */
  readonly preview: string | null;
  readonly heading: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly MailRow[];
  readonly steps: { readonly label: string; readonly items: readonly string[] } | null;
  readonly quote: { readonly label: string; readonly text: string } | null;
  readonly button: { readonly label: string; readonly url: string } | null;
  readonly notes: readonly string[];
  readonly contact: { readonly before: string; readonly email: string } | null;
  readonly safety: { readonly before: string; readonly after: string };
  readonly imprint: string;
  readonly privacy: string;
};

/** Words of one language: each kind's own part, and what every mail shares. */
export type MailPhrases = { readonly [K in MessageKind]: (facts: MailFacts, when: MailTimes) => OwnWords };

/** The part of a mail that differs by kind. */
export type OwnWords = Pick<MailWords, "subject" | "heading" | "paragraphs"> & {
  readonly button?: string;
  readonly steps?: readonly string[];
  readonly notes?: readonly string[];
};

/** Times of a mail, written with their zone; null where there is none. */
export type MailTimes = { readonly expiry: string | null; readonly end: string | null };
