/** The mails in German. Short, active, "Sie"; first what happened, then what to do. */
import {
  byDocuments,
  capitalised,
  documentLines,
  isOpen,
  type MailFacts,
  type MailPhrases,
  type MailTimes,
  type MailWords,
  mayTryAgain,
  namesOf,
  type OwnWords,
} from "./mail-texts.ts";

const personal_link = "Der Link ist nur für Sie. Leiten Sie diese E-Mail nicht weiter.";

const yours = ({ role }: MailFacts): string => (role === "sealer" ? "Ihr Siegel" : "Ihre Unterschrift");
const made = ({ role }: MailFacts): string => (role === "sealer" ? "gesiegelt" : "unterschrieben");

const act = ({ role }: MailFacts): string => (role === "sealer" ? "siegeln" : "unterschreiben");

/** What all of them do, did, and leave in the files. */
const all = {
  act: { sign: "unterschreiben", seal: "siegeln", both: "unterschreiben oder siegeln" },
  done: { sign: "unterschrieben", seal: "gesiegelt", both: "unterschrieben oder gesiegelt" },
  document: { sign: "unterschriebene", seal: "gesiegelte", both: "fertige" },
  documents: { sign: "unterschriebenen", seal: "gesiegelten", both: "fertigen" },
  left: {
    sign: "Die Unterschriften stecken",
    seal: "Die Siegel stecken",
    both: "Die Unterschriften und Siegel stecken",
  },
  row: { sign: "Unterschrieben", seal: "Gesiegelt", both: "Fertig" },
  by: { sign: "Unterschrieben von", seal: "Gesiegelt von", both: "Beteiligt" },
} as const;

const whatToDo = (facts: MailFacts): string =>
  `sehen Sie ${byDocuments(facts, "das Dokument", "die Dokumente")} durch und ${act(facts)} Sie ${whichOnes(facts)} online. Sie brauchen dafür ${list.format(whatIsNeeded(facts))}.`;

const whichOnes = (facts: MailFacts): string => {
  const { count, toSign } = facts.documents;
  if (toSign === count) return byDocuments(facts, "es", "sie");
  return toSign === 1 ? "eines davon" : `${toSign} davon`;
};

function withdrawn(facts: MailFacts): OwnWords {
  return {
    subject: `Zurückgezogen: ${facts.workflowName}`,
    heading: "Der Vorgang wurde zurückgezogen.",
    paragraphs: [
      facts.hasSigned
        ? `${facts.initiator.name} hat den Vorgang zurückgezogen, nachdem Sie ${made(facts)} hatten. Er ist damit beendet und nicht zustande gekommen. Sie müssen nichts tun. Was Sie ${made(facts)} haben und das Prüfprotokoll finden Sie weiter unter Ihrem Link.`
        : `${facts.initiator.name} braucht ${yours(facts)} hierfür nicht mehr. Sie müssen nichts tun. Ihr Link zeigt ${byDocuments(facts, "das Dokument", "die Dokumente")} nicht mehr.`,
    ],
    ...(facts.hasSigned ? { button: "Vorgang ansehen", notes: [personal_link] } : {}),
  };
}

function trialOver(facts: MailFacts): OwnWords {
  const ended = `die Organisation, für die ${facts.initiator.name} Sie gebeten hat, nutzt diesen Dienst nicht mehr. Der Vorgang ist damit beendet und nicht zustande gekommen.`;
  return {
    subject: `Beendet: ${facts.workflowName}`,
    heading: "Der Vorgang wurde beendet.",
    paragraphs: [
      facts.hasSigned
        ? `${ended} Was Sie ${made(facts)} haben und das Prüfprotokoll können Sie noch 24 Stunden unter Ihrem Link herunterladen. Danach löschen wir beides.`
        : `${ended} Sie müssen nichts tun. Ihr Link zeigt ${byDocuments(facts, "das Dokument", "die Dokumente")} nicht mehr.`,
    ],
    ...(facts.hasSigned ? { button: "Vorgang ansehen", notes: [personal_link] } : {}),
  };
}

const whatIsNeeded = ({ needsPhone, needsPassword, initiator }: MailFacts): readonly string[] => [
  "wenige Minuten",
  ...(needsPhone ? ["Ihr Telefon"] : []),
  ...(needsPassword ? [`das Passwort, das Sie von ${initiator.name} erhalten`] : []),
];

const list = new Intl.ListFormat("de");

/** Each kind's own words. */
export const germanPhrases: MailPhrases = {
  invitation: (facts) => {
    const wanted = yours(facts);
    return {
      subject: facts.othersSigned
        ? `Sie sind an der Reihe: ${facts.workflowName}`
        : `${facts.initiator.name} bittet Sie um ${wanted}: ${facts.workflowName}`,
      heading: facts.othersSigned ? "Sie sind an der Reihe." : `${facts.initiator.name} bittet Sie um ${wanted}.`,
      paragraphs: [
        facts.othersSigned
          ? `alle vor Ihnen haben ${all.done[facts.acts]}. ${facts.initiator.name} bittet Sie nun um ${wanted}. Bitte ${whatToDo(facts)}`
          : `bitte ${whatToDo(facts)}`,
      ],
      button: byDocuments(facts, "Dokument ansehen", "Dokumente ansehen"),
      notes: [personal_link],
    };
  },
  reminder: (facts) => ({
    subject: `${yours(facts)} fehlt noch: ${facts.workflowName}`,
    heading: `${yours(facts)} fehlt noch.`,
    paragraphs: [
      `${facts.initiator.name} wartet auf Sie. Bitte ${whatToDo(facts)}`,
      `Wenn Sie nicht ${act(facts)} möchten, lehnen Sie auf derselben Seite ab.`,
    ],
    button: byDocuments(facts, "Dokument ansehen", "Dokumente ansehen"),
    notes: [personal_link],
  }),
  signed: (facts) => ({
    subject: `${facts.role === "sealer" ? "Gesiegelt" : "Unterschrieben"}: ${facts.workflowName}`,
    heading: `${yours(facts)} ist fertig.`,
    paragraphs: [
      `es hat etwas länger gedauert, aber jetzt haben Sie ${made(facts)}. Sie müssen nichts weiter tun. Wenn alle ${all.done[facts.acts]} haben, schreiben wir Ihnen noch einmal.`,
    ],
    button: "Vorgang ansehen",
    notes: [personal_link],
  }),
  signing_stalled: (facts) => ({
    subject: `Noch nicht ${made(facts)}: ${facts.workflowName}`,
    heading: `${yours(facts)} verzögert sich.`,
    paragraphs: [
      `ein Dienst, den wir zum ${facts.role === "sealer" ? "Siegeln" : "Unterschreiben"} brauchen, ist seit einem Tag gestört. Noch ist nichts ${made(facts)}, und nichts ist verloren: Ihre Bestätigung ist festgehalten, und wir kümmern uns darum. Sie müssen nichts tun.`,
    ],
    button: "Stand ansehen",
    notes: [personal_link],
  }),
  signing_failed: (facts) => ({
    subject: `Nicht ${made(facts)}: ${facts.workflowName}`,
    heading: `Es wurde nichts ${made(facts)}.`,
    paragraphs: [
      `Ihre Bestätigung ist festgehalten, aber wir konnten nicht für Sie ${facts.role === "sealer" ? "siegeln" : "unterschreiben"}: ${germanFailure(facts)}`,
    ],
    ...(mayTryAgain(facts)
      ? {
          button: "Noch einmal versuchen",
          notes: [personal_link],
        }
      : {}),
  }),
  finished: (facts, when) => {
    const done = all.done[facts.acts];
    return {
      subject: `${facts.hasOneSigner ? whoAlone(facts) : `Alle haben ${done}`}: ${facts.workflowName}`,
      heading: facts.hasOneSigner ? `Es ist alles ${done}.` : `Alle haben ${done}.`,
      paragraphs: [
        `der Vorgang ${when.end === null ? "ist abgeschlossen" : `wurde am ${when.end} abgeschlossen`}. ${copies(facts)}`,
        keep(facts),
      ],
      button: byDocuments(facts, "Dokument herunterladen", "Dokumente herunterladen"),
      notes: facts.link === null ? [] : [personal_link],
    };
  },
  refused: (facts) => ({
    subject: `Abgelehnt: ${facts.workflowName}`,
    heading: `${facts.refusal?.by ?? "Jemand"} hat abgelehnt.`,
    paragraphs: [
      facts.role === "initiator"
        ? `der Vorgang ist damit beendet, niemand kann mehr ${all.act[facts.acts]}.${facts.refusal?.othersTold ? " Wir haben die anderen Beteiligten benachrichtigt." : ""}`
        : `der Vorgang ist damit beendet. Sie müssen nichts mehr tun. ${byDocuments(facts, "Dokument", "Dokumente")} und Prüfprotokoll finden Sie weiter unter Ihrem Link.`,
    ],
    ...(facts.role === "initiator" ? { steps: afterRefusal(facts) } : {}),
    ...(facts.link === null ? {} : { button: "Vorgang ansehen", notes: [personal_link] }),
  }),
  cancelled: (facts) => (facts.isTrialOver ? trialOver(facts) : withdrawn(facts)),
  expired: (facts) => ({
    subject: `Frist abgelaufen: ${facts.workflowName}`,
    heading: "Die Frist ist abgelaufen.",
    paragraphs: [
      facts.role === "initiator"
        ? `bis dahin ${facts.hasOneSigner ? "wurde nicht" : "hatten nicht alle"} ${all.done[facts.acts]}. Der Vorgang ist damit beendet, niemand kann mehr ${all.act[facts.acts]}.`
        : facts.hasSigned
          ? `Sie haben ${made(facts)}, aber nicht alle anderen. Der Vorgang ist damit beendet und nicht zustande gekommen. Sie müssen nichts tun. ${byDocuments(facts, "Dokument", "Dokumente")} und Prüfprotokoll finden Sie weiter unter Ihrem Link.`
          : `der Vorgang ist damit beendet. Sie haben nichts ${made(facts)}. Falls Sie kurz vor dem Ende der Frist noch bestätigt haben, kam das zu spät. Wird er noch gebraucht, bitten Sie ${facts.initiator.name} um eine neue Einladung.`,
    ],
    ...(facts.role === "initiator" ? { steps: afterExpiry(facts) } : {}),
    ...(facts.hasSigned ? { button: "Vorgang ansehen", notes: [personal_link] } : {}),
  }),
};

/** What a sender can do once somebody has declined. */
function afterRefusal(facts: MailFacts): readonly string[] {
  const { by = "der Person, die abgelehnt hat,", email = null } = facts.refusal ?? {};
  return [
    `Sprechen Sie mit ${by} über den Grund${email === null ? "" : `: ${email}`}.`,
    `Berichtigen Sie, was nicht passt, und senden Sie ${byDocuments(facts, "das Dokument", "die Dokumente")} in einem neuen Vorgang.`,
    ...(facts.hasOneSigner ? [] : [`Geht es auch ohne ${by}? Dann senden Sie einen neuen Vorgang nur an die anderen.`]),
    "Hat sich die Sache erledigt, müssen Sie nichts tun.",
  ];
}

/** What a sender can do once the time is over. */
function afterExpiry(facts: MailFacts): readonly string[] {
  return [
    "Fragen Sie nach, woran es lag.",
    `Senden Sie ${byDocuments(facts, "das Dokument", "die Dokumente")} in einem neuen Vorgang mit einer längeren Frist.`,
    "Hat sich die Sache erledigt, müssen Sie nichts tun.",
  ];
}

/** The sender hears who it was; a signer knows. */
function whoAlone({ progress: far, acts }: MailFacts): string {
  const done = all.done[acts];
  return far === null ? capitalised(done) : `${far.signed.join(", ")} hat ${done}`;
}

/** What stands below every mail. */
export const germanFoot = {
  safety: {
    before: "Wir fragen Sie in E-Mails nie nach Passwörtern oder Codes. Sie erkennen unsere Seiten an der Adresse",
    after: ".",
  },
  imprint: "Impressum",
  privacy: "Datenschutz",
} as const;

/** The words around them. */
export function germanFrame(
  facts: MailFacts,
  when: MailTimes,
): Omit<MailWords, "subject" | "heading" | "paragraphs" | "button" | "notes" | "steps"> & {
  readonly nextSteps: string;
} {
  const open = isOpen(facts);
  return {
    preview: open && when.expiry !== null ? `${facts.workflowName}. Gültig bis ${when.expiry}.` : null,
    greeting: `Guten Tag ${facts.recipientName},`,
    rows: [
      ["Vorgang", facts.workflowName],
      [
        byDocuments(facts, "Dokument", "Dokumente"),
        ...documentLines(facts, { tally: tally(facts), others: (n) => `und ${n} weitere` }),
      ],
      ...(open && when.expiry !== null ? [["Gültig bis", when.expiry] as const] : []),
      ...(!open && when.end !== null && facts.kind !== "finished" ? [["Beendet", when.end] as const] : []),
      ...(facts.kind === "expired" ? progress(facts) : []),
      ...(facts.kind === "finished" ? byWhom(facts) : []),
    ],
    quote: quoteOf(facts),
    nextSteps: "Das können Sie jetzt tun",
    contact: facts.role === "initiator" ? null : { before: "Fragen zum Inhalt?", email: facts.initiator.email },
    ...germanFoot,
  };
}

function quoteOf({ refusal, message, initiator }: MailFacts): MailWords["quote"] {
  if (refusal?.reason) return { label: "Der angegebene Grund", text: refusal.reason };
  return message === null ? null : { label: `${initiator.name} schreibt`, text: message };
}

function tally({ documents: { count, pages } }: MailFacts): string {
  const files = count === 1 ? "1 PDF-Datei" : `${count} PDF-Dateien`;
  if (pages === 0) return files;
  return `${files}, ${count === 1 ? "" : "zusammen "}${pages} ${pages === 1 ? "Seite" : "Seiten"}`;
}

function progress({ progress: far, acts }: MailFacts): MailWords["rows"] {
  if (far === null) return [];
  return [
    [all.row[acts], `${far.signed.length} von ${far.total}`],
    ["Noch offen", namesOf(far.missing, (count) => `und ${count} weitere`)],
  ];
}

/** By whom: the sender of many workflows tells by it which of them a mail is about. */
function byWhom({ progress: far, acts }: MailFacts): MailWords["rows"] {
  return far === null ? [] : [[all.by[acts], namesOf(far.signed, (count) => `und ${count} weitere`)]];
}

/** What stood in the way, and what to do now. */
function germanFailure(facts: MailFacts): string {
  const { failure, initiator, role } = facts;
  switch (failure) {
    case "WORKFLOW_CHANGED":
      return "Unser Dienst wurde erneuert, bevor es so weit war. Bitte öffnen Sie den Vorgang und bestätigen Sie noch einmal.";
    case "SIGNING_INTERRUPTED":
      return "Etwas kam dazwischen, nachdem Sie Passwort und Code eingegeben hatten. Bitte öffnen Sie den Vorgang, fordern Sie einen neuen Code an und bestätigen Sie noch einmal.";
    case "ORGANIZATION_NOT_VERIFIED":
      return `Die Angaben Ihrer Organisation sind nicht mehr bestätigt. Wenden Sie sich an ${initiator.name}.`;
    case "FIELD_VALUE_INVALID":
      return `Eine Eingabe passt nicht in ihr Feld. Bitte öffnen Sie den Vorgang, berichtigen Sie Ihre Eingaben und bestätigen Sie noch einmal. Gelingt es wieder nicht, wenden Sie sich an ${initiator.name}.`;
    case "FILE_BROKEN":
      return `${byDocuments(facts, "Das Dokument", "Eines der Dokumente")} kann ${role === "sealer" ? "kein Siegel" : "keine Unterschrift"} aufnehmen. Bitte sagen Sie es ${initiator.name}; es muss neu gesendet werden.`;
    default:
      return `Das Zertifikat dafür ist nicht mehr gültig. Bitte öffnen Sie den Vorgang und bestätigen Sie noch einmal. Gelingt es wieder nicht, wenden Sie sich an ${initiator.name}.`;
  }
}

/** What to keep, and why. */
function keep(facts: MailFacts): string {
  const seals = facts.acts === "seal";
  const left = facts.hasOneMark ? (seals ? "Das Siegel steckt" : "Die Unterschrift steckt") : all.left[facts.acts];
  return `Bewahren Sie die ${byDocuments(facts, "PDF-Datei", "PDF-Dateien")} auf: ${left} darin. Ein Ausdruck allein beweist ${facts.hasOneMark && seals ? "es" : "sie"} nicht.`;
}

function copies(facts: MailFacts): string {
  const isOne = facts.documents.count === 1;
  const documents = isOne ? `Das ${all.document[facts.acts]} Dokument` : `Die ${all.documents[facts.acts]} Dokumente`;
  const place = facts.link === null ? "in Ihrem System" : "unter Ihrem Link";
  if (!facts.carriesCopies)
    return facts.link === null
      ? `${documents} und das Prüfprotokoll liegen in Ihrem System bereit.`
      : "Ihre Ausfertigung und das Prüfprotokoll liegen unter Ihrem Link bereit.";
  const [hang, lie] = isOne && !facts.carriesReport ? ["hängt", "liegt"] : ["hängen", "liegen"];
  const attached = facts.carriesReport ? `${documents} und das Prüfprotokoll` : documents;
  const also = facts.link === null ? "" : ` und ${lie} unter Ihrem Link bereit`;
  const report = facts.carriesReport ? "" : ` Das Prüfprotokoll liegt ${place} bereit.`;
  return `${attached} ${hang} an dieser E-Mail${also}.${report}`;
}
