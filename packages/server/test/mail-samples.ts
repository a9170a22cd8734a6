/** A mail of each kind to each sort of recipient, for whoever looks at how mails read. */
import type { MessageKind } from "@siegel/contract/message-kinds.ts";
import type { MailFacts } from "../rooms/messages/mail-texts.ts";
import type { MailLook } from "../rooms/messages/render-mail.ts";

/** An organisation's look. */
export const sampleLook: MailLook = {
  organisation: "Hafenwerk Wohnen eG",
  colour: "#1E6569",
  logo: null,
  provider: "Siegel GmbH",
  publicUrl: "https://siegel.example",
  timeZone: "Europe/Berlin",
  contactEmail: "hilfe@siegel.example",
};

const long = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz".repeat(3);

/** What people are called, and what nobody should be called. */
export const sampleNames = {
  common: {
    recipientName: "Katharina Brückner-Özdemir",
    workflowName: "Dauernutzungsvertrag Wohnung 4.12, Speicherstraße 8",
    initiator: { name: "Jonas Feddersen", email: "j.feddersen@hafenwerk.example" },
  },
  endless: {
    recipientName: long,
    workflowName: `${long}.pdf`,
    initiator: { name: long, email: `${"feddersen".repeat(7)}@${"hafenwerk".repeat(7)}.example` },
  },
} as const;

const oneDocument = { names: ["Dauernutzungsvertrag.pdf"], count: 1, pages: 1, toSign: 1 };

/** An invitation of a signer: what mails are told at least. */
export const invitationFacts: MailFacts = {
  kind: "invitation",
  role: "signer",
  ...sampleNames.common,
  documents: {
    names: ["Dauernutzungsvertrag.pdf", "Hausordnung.pdf", "Übergabeprotokoll.pdf", "Merkblatt Heizung.pdf"],
    count: 4,
    pages: 24,
    toSign: 4,
  },
  message: null,
  expiresAt: new Date("2026-12-04T22:59:00Z"),
  endedAt: null,
  link: "https://siegel.example/login/w/s",
  hasSigned: false,
  othersSigned: false,
  needsPhone: true,
  needsPassword: false,
  refusal: null,
  failure: null,
  progress: null,
  carriesCopies: false,
  carriesReport: false,
  hasOneSigner: false,
  hasOneMark: false,
  isTrialOver: false,
  acts: "sign",
};

/** The facts of every mail there is, with these names. */
export function sampleMails(names: Pick<MailFacts, "recipientName" | "workflowName" | "initiator">): MailFacts[] {
  const toSigner: MailFacts = { ...invitationFacts, ...names };
  const many = Array.from({ length: 10 }, (_, n) => `${names.recipientName} ${n}`);
  const ended = { endedAt: new Date("2026-11-21T13:05:00Z") };
  const own: Record<MessageKind, readonly Partial<MailFacts>[]> = {
    invitation: [
      {},
      {
        message:
          "Liebe Frau Brückner-Özdemir,\n\nanbei der Vertrag, wie besprochen. Bei Fragen rufen Sie mich gern an.\n\nIhr Jonas Feddersen",
      },
      { role: "sealer", documents: { names: [], count: 4, pages: 24, toSign: 4 } },
      {
        documents: {
          names: Array.from({ length: 12 }, (_, n) => `${names.workflowName} ${n}`),
          count: 12,
          pages: 60,
          toSign: 12,
        },
      },
      { othersSigned: true, documents: oneDocument, needsPhone: false },
    ],
    reminder: [{}, { role: "sealer", expiresAt: null, needsPassword: true }],
    signed: [{}],
    signing_stalled: [{}],
    signing_failed: [{ failure: "CERTIFICATE_NOT_VALID" }, { failure: "ORGANIZATION_NOT_VERIFIED" }],
    finished: [
      { ...ended, carriesCopies: true, carriesReport: true },
      { ...ended, role: "initiator", link: null, progress: { signed: many.slice(0, 3), total: 3, missing: [] } },
      {
        ...ended,
        role: "initiator",
        link: null,
        hasOneSigner: true,
        progress: { signed: many.slice(0, 1), total: 1, missing: [] },
      },
      { ...ended, hasOneSigner: true },
      { ...ended, hasOneSigner: true, hasOneMark: true, documents: oneDocument, carriesCopies: true },
    ],
    refused: [
      { ...ended, refusal: { by: names.recipientName, email: null, reason: null, othersTold: true } },
      {
        ...ended,
        role: "initiator",
        link: null,
        refusal: {
          by: names.recipientName,
          email: names.initiator.email,
          reason: `§ 3 stimmt <nicht>.\n\n${names.workflowName} & „mehr“`,
          othersTold: true,
        },
      },
    ],
    cancelled: [...cancelled(ended), ...cancelled({ ...ended, isTrialOver: true })],
    expired: [
      ended,
      { ...ended, hasSigned: true },
      { ...ended, hasSigned: true, role: "sealer", acts: "seal" },
      {
        ...ended,
        role: "initiator",
        link: null,
        progress: { signed: many.slice(0, 2), total: 10, missing: many.slice(2) },
      },
    ],
  };
  return Object.entries(own).flatMap(([kind, variants]) =>
    variants.map((variant) => ({ ...toSigner, ...variant, kind: kind as MessageKind })),
  );
}

const cancelled = <Facts extends object>(ended: Facts) => [
  ended,
  { ...ended, hasSigned: true },
  { ...ended, hasSigned: true, role: "sealer" as const },
];
