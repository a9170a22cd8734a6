/** What a report may tell: a workflow of two, of whom one has signed, for tests and judges. */
import type { ReportContent } from "../rooms/evidence/report-content.ts";

/** The digest of what was sent. */
export const sha256 = "7be41f02c96ad853019f44b7e2606c1d8a55f3901b7ce84d26f0a9c4533e17d8";
/** The digest of what was signed. */
export const signedSha256 = "0af31c5e77d2b84961c0ffee2a9d4b3816e5f7029c8a1b6d3e4f50728190abcd";
/** When all of it was. */
export const at = new Date("2026-11-21T10:20:45Z");

/** A report with more events than a page holds. */
export const reported: ReportContent = {
  language: "de",
  zone: "Europe/Berlin",
  provider: { name: "Siegel", anchorUrl: "https://siegel.example/pki/ca/root-1.cer" },
  brand: { organisation: "Nordlicht Robotics", colour: "#1E6569" },
  workflow: {
    id: "01h0aaaaaaaaaaaaaaaaaaaaaa",
    name: "Arbeitsvertrag",
    sender: { name: "Jonas Brandt", email: "jonas@nordlicht.example" },
    state: "FINISHED",
    startedAt: at,
    endedAt: at,
    refusal: null,
    keepsReason: false,
  },
  documents: [
    {
      name: "Größe.pdf",
      pages: 9,
      isSigned: true,
      attachmentOf: null,
      embedded: { first: [], total: 0 },
      earlierSignatures: 0,
      revisions: [
        { kind: "original", sha256, size: 120_000 },
        {
          kind: "signature",
          sha256: signedSha256,
          size: 123_456,
          by: "Łukasz Żak",
          reference: "4k2p-9xwm",
          timestampAt: new Date("2026-11-21T10:20:44Z"),
          isFinal: true,
        },
      ],
    },
  ],
  signers: [
    {
      name: "Łukasz Żak",
      email: "l.zak@mail.example",
      organisation: null,
      level: "a_signature",
      signature: {
        approvedAt: new Date("2026-11-21T10:20:30Z"),
        signedAt: at,
        reference: "4k2p-9xwm",
        certificateSerial: "4fa0b1c2",
        certificateHolder: "Łukasz Żak",
        certificateIssuer: "Siegel Signing CA 1",
        maskedPhone: "+48 ••• ••• •27",
        channel: "sms",
      },
      declinedAt: null,
      picture: null,
    },
    {
      name: "Ζωή Παπά",
      email: "zoe@mail.example",
      organisation: "Ιδρυμα",
      level: "s_signature",
      signature: null,
      declinedAt: null,
      picture: null,
    },
  ],
  steps: [
    {
      numbers: "1–2",
      at,
      until: null,
      who: "Jonas Brandt",
      what: "Hat 1 Dokument an 2 Personen gesendet",
      documents: [],
      shown: [],
    },
    {
      numbers: "3–60",
      at,
      until: new Date("2026-11-21T10:40:00Z"),
      who: "Łukasz Żak",
      what: "Hat das Dokument unterschrieben",
      documents: [{ number: 1, name: "Größe.pdf" }],
      shown: [],
    },
  ],
  events: Array.from({ length: 60 }, (_, i) => ({
    at,
    who: "Łukasz Żak",
    what: `Ereignis ${i}`,
    document: null,
    viewed: [],
    hash: sha256,
  })),
  chainHead: sha256,
  madeAt: at,
};

const grey = { width: 4, height: 2, rgb: new Uint8Array(24).fill(90) };
/** The same with an image in the signature. */
export const reportedWithImage: ReportContent = {
  ...reported,
  signers: reported.signers.map((signer) => (signer.signature === null ? signer : { ...signer, picture: grey })),
};
