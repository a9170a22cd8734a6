/** The mails in English. Short and active; first what happened, then what to do. */
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

const personal_link = "This link is for you alone. Please do not forward this e-mail.";

const yours = ({ role }: MailFacts): string => (role === "sealer" ? "seal" : "signature");
const made = ({ role }: MailFacts): string => (role === "sealer" ? "sealed" : "signed");

const act = ({ role }: MailFacts): string => (role === "sealer" ? "seal" : "sign");

/** What all of them do, did, and leave in the files. */
const all = {
  act: { sign: "sign", seal: "seal", both: "sign or seal" },
  done: { sign: "signed", seal: "sealed", both: "signed or sealed" },
  documents: { sign: "signed", seal: "sealed", both: "finished" },
  left: {
    sign: "the signatures are inside",
    seal: "the seals are inside",
    both: "the signatures and seals are inside",
  },
  row: { sign: "Signed", seal: "Sealed", both: "Done" },
  by: { sign: "Signed by", seal: "Sealed by", both: "Done by" },
} as const;

const whatToDo = (facts: MailFacts): string =>
  `Please read ${byDocuments(facts, "the document", "the documents")} and ${act(facts)} ${whichOnes(facts)} online. You need ${list.format(whatIsNeeded(facts))}.`;

const whichOnes = (facts: MailFacts): string => {
  const { count, toSign } = facts.documents;
  if (toSign === count) return byDocuments(facts, "it", "them");
  return toSign === 1 ? "one of them" : `${toSign} of them`;
};

function withdrawn(facts: MailFacts): OwnWords {
  return {
    subject: `Withdrawn: ${facts.workflowName}`,
    heading: "The workflow was withdrawn.",
    paragraphs: [
      facts.hasSigned
        ? `${facts.initiator.name} withdrew the workflow after you had ${made(facts)}. This ends it without a result. There is nothing for you to do. What you ${made(facts)} and the audit report stay at your link.`
        : `${facts.initiator.name} no longer needs your ${yours(facts)} for this. There is nothing for you to do. Your link no longer shows the ${byDocuments(facts, "document", "documents")}.`,
    ],
    ...(facts.hasSigned ? { button: "View workflow", notes: [personal_link] } : {}),
  };
}

function trialOver(facts: MailFacts): OwnWords {
  const ended = `The organisation for which ${facts.initiator.name} asked you does not use this service any more. This ends the workflow without a result.`;
  return {
    subject: `Ended: ${facts.workflowName}`,
    heading: "The workflow was ended.",
    paragraphs: [
      facts.hasSigned
        ? `${ended} You can download what you ${made(facts)} and the audit report at your link for another 24 hours. Then we delete both.`
        : `${ended} There is nothing for you to do. Your link no longer shows the ${byDocuments(facts, "document", "documents")}.`,
    ],
    ...(facts.hasSigned ? { button: "View workflow", notes: [personal_link] } : {}),
  };
}

const whatIsNeeded = ({ needsPhone, needsPassword, initiator }: MailFacts): readonly string[] => [
  "a few minutes",
  ...(needsPhone ? ["your phone"] : []),
  ...(needsPassword ? [`the password that you get from ${initiator.name}`] : []),
];

const list = new Intl.ListFormat("en-GB");

/** Each kind's own words. */
export const englishPhrases: MailPhrases = {
  invitation: (facts) => {
    const wanted = yours(facts);
    return {
      subject: facts.othersSigned
        ? `It is your turn: ${facts.workflowName}`
        : `${facts.initiator.name} asks for your ${wanted}: ${facts.workflowName}`,
      heading: facts.othersSigned ? "It is your turn." : `${facts.initiator.name} asks for your ${wanted}.`,
      paragraphs: [
        facts.othersSigned
          ? `Everyone before you has ${all.done[facts.acts]}. ${facts.initiator.name} now asks for your ${wanted}. ${whatToDo(facts)}`
          : whatToDo(facts),
      ],
      button: byDocuments(facts, "View document", "View documents"),
      notes: [personal_link],
    };
  },
  reminder: (facts) => ({
    subject: `Your ${yours(facts)} is still missing: ${facts.workflowName}`,
    heading: `Your ${yours(facts)} is still missing.`,
    paragraphs: [
      `${facts.initiator.name} is waiting for you. ${whatToDo(facts)}`,
      `If you do not want to ${act(facts)}, decline on the same page.`,
    ],
    button: byDocuments(facts, "View document", "View documents"),
    notes: [personal_link],
  }),
  signed: (facts) => ({
    subject: `${facts.role === "sealer" ? "Sealed" : "Signed"}: ${facts.workflowName}`,
    heading: `Your ${yours(facts)} is done.`,
    paragraphs: [
      `It took a little longer, but you have now ${made(facts)}. There is nothing left for you to do. We will write again once everyone has ${all.done[facts.acts]}.`,
    ],
    button: "View workflow",
    notes: [personal_link],
  }),
  signing_stalled: (facts) => ({
    subject: `Not ${made(facts)} yet: ${facts.workflowName}`,
    heading: `Your ${yours(facts)} is delayed.`,
    paragraphs: [
      `A service that we need for ${facts.role === "sealer" ? "sealing" : "signing"} has been out of order for a day. Nothing is ${made(facts)} yet, and nothing is lost: your confirmation is recorded and we are taking care of it. There is nothing for you to do.`,
    ],
    button: "View progress",
    notes: [personal_link],
  }),
  signing_failed: (facts) => ({
    subject: `Not ${made(facts)}: ${facts.workflowName}`,
    heading: `Nothing was ${made(facts)}.`,
    paragraphs: [
      `Your confirmation is recorded, but we could not ${facts.role === "sealer" ? "seal" : "sign"} for you: ${englishFailure(facts)}`,
    ],
    ...(mayTryAgain(facts) ? { button: "Try again", notes: [personal_link] } : {}),
  }),
  finished: (facts, when) => {
    const done = all.done[facts.acts];
    return {
      subject: `${facts.hasOneSigner ? whoAlone(facts) : `Everyone has ${done}`}: ${facts.workflowName}`,
      heading: facts.hasOneSigner ? `Everything is ${done}.` : `Everyone has ${done}.`,
      paragraphs: [
        `The workflow was completed${when.end === null ? "" : ` on ${when.end}`}. ${copies(facts)}`,
        keep(facts),
      ],
      button: byDocuments(facts, "Download document", "Download documents"),
      notes: facts.link === null ? [] : [personal_link],
    };
  },
  refused: (facts) => ({
    subject: `Declined: ${facts.workflowName}`,
    heading: `${facts.refusal?.by ?? "Somebody"} declined to ${all.act[facts.acts]}.`,
    paragraphs: [
      facts.role === "initiator"
        ? `This ends the workflow; nobody can ${all.act[facts.acts]} any more.${facts.refusal?.othersTold ? " We have told everyone else involved." : ""}`
        : `This ends the workflow. There is nothing left for you to do. Your link still shows the ${byDocuments(facts, "document", "documents")} and the audit report.`,
    ],
    ...(facts.role === "initiator" ? { steps: afterRefusal(facts) } : {}),
    ...(facts.link === null ? {} : { button: "View workflow", notes: [personal_link] }),
  }),
  cancelled: (facts) => (facts.isTrialOver ? trialOver(facts) : withdrawn(facts)),
  expired: (facts) => ({
    subject: `Time ran out: ${facts.workflowName}`,
    heading: "The time has run out.",
    paragraphs: [
      facts.role === "initiator"
        ? `${facts.hasOneSigner ? "It was not" : "Not everyone had"} ${all.done[facts.acts]} by then. This ends the workflow; nobody can ${all.act[facts.acts]} any more.`
        : facts.hasSigned
          ? `You have ${made(facts)}, but not everyone else has. This ends the workflow without a result. There is nothing for you to do. The ${byDocuments(facts, "document", "documents")} and the audit report stay at your link.`
          : `This ends the workflow. You have ${made(facts)} nothing. If you confirmed just before the deadline, that came too late. If it is still needed, ask ${facts.initiator.name} for a new invitation.`,
    ],
    ...(facts.role === "initiator" ? { steps: afterExpiry(facts) } : {}),
    ...(facts.hasSigned ? { button: "View workflow", notes: [personal_link] } : {}),
  }),
};

/** What a sender can do once somebody has declined. */
function afterRefusal(facts: MailFacts): readonly string[] {
  const { by = "the person who declined", email = null } = facts.refusal ?? {};
  return [
    `Speak with ${by} about the reason${email === null ? "" : `: ${email}`}.`,
    `Correct what does not fit, and send the ${byDocuments(facts, "document", "documents")} again in a new workflow.`,
    ...(facts.hasOneSigner ? [] : [`If ${by} is not needed, send a new workflow to the others only.`]),
    "If the matter is settled, there is nothing for you to do.",
  ];
}

/** What a sender can do once the time is over. */
function afterExpiry(facts: MailFacts): readonly string[] {
  return [
    "Ask what stood in the way.",
    `Send the ${byDocuments(facts, "document", "documents")} again in a new workflow, with a later deadline.`,
    "If the matter is settled, there is nothing for you to do.",
  ];
}

/** The sender hears who it was; a signer knows. */
function whoAlone({ progress: far, acts }: MailFacts): string {
  const done = all.done[acts];
  return far === null ? capitalised(done) : `${far.signed.join(", ")} has ${done}`;
}

/** What stands below every mail. */
export const englishFoot = {
  safety: {
    before: "We never ask for passwords or codes in e-mails. You recognise our pages by the address",
    after: ".",
  },
  imprint: "Imprint",
  privacy: "Privacy",
} as const;

/** The words around them. */
export function englishFrame(
  facts: MailFacts,
  when: MailTimes,
): Omit<MailWords, "subject" | "heading" | "paragraphs" | "button" | "notes" | "steps"> & {
  readonly nextSteps: string;
} {
  const open = isOpen(facts);
  return {
    preview: open && when.expiry !== null ? `${facts.workflowName}. Valid until ${when.expiry}.` : null,
    greeting: `Dear ${facts.recipientName},`,
    rows: [
      ["Workflow", facts.workflowName],
      [
        byDocuments(facts, "Document", "Documents"),
        ...documentLines(facts, { tally: tally(facts), others: (n) => `and ${n} more` }),
      ],
      ...(open && when.expiry !== null ? [["Valid until", when.expiry] as const] : []),
      ...(!open && when.end !== null && facts.kind !== "finished" ? [["Ended", when.end] as const] : []),
      ...(facts.kind === "expired" ? progress(facts) : []),
      ...(facts.kind === "finished" ? byWhom(facts) : []),
    ],
    quote: quoteOf(facts),
    nextSteps: "What you can do now",
    contact:
      facts.role === "initiator" ? null : { before: "Questions about the content?", email: facts.initiator.email },
    ...englishFoot,
  };
}

function quoteOf({ refusal, message, initiator }: MailFacts): MailWords["quote"] {
  if (refusal?.reason) return { label: "The reason given", text: refusal.reason };
  return message === null ? null : { label: `${initiator.name} writes`, text: message };
}

function tally({ documents: { count, pages } }: MailFacts): string {
  const files = count === 1 ? "1 PDF" : `${count} PDFs`;
  return pages === 0 ? files : `${files}, ${pages} ${pages === 1 ? "page" : "pages"}${count === 1 ? "" : " in all"}`;
}

function progress({ progress: far, acts }: MailFacts): MailWords["rows"] {
  if (far === null) return [];
  return [
    [all.row[acts], `${far.signed.length} of ${far.total}`],
    ["Missing", namesOf(far.missing, (count) => `and ${count} more`)],
  ];
}

/** By whom: the sender of many workflows tells by it which of them a mail is about. */
function byWhom({ progress: far, acts }: MailFacts): MailWords["rows"] {
  return far === null ? [] : [[all.by[acts], namesOf(far.signed, (count) => `and ${count} more`)]];
}

/** What stood in the way, and what to do now. */
function englishFailure(facts: MailFacts): string {
  const { failure, initiator, role } = facts;
  switch (failure) {
    case "WORKFLOW_CHANGED":
      return "our service was updated before it was done. Please open the workflow and confirm once more.";
    case "SIGNING_INTERRUPTED":
      return "something got in the way after you entered password and code. Please open the workflow, ask for a new code and confirm once more.";
    case "ORGANIZATION_NOT_VERIFIED":
      return `your organisation's record is no longer verified. Please contact ${initiator.name}.`;
    case "FIELD_VALUE_INVALID":
      return `one of your entries does not fit its field. Please open the workflow, correct your entries and confirm once more. If it fails again, contact ${initiator.name}.`;
    case "FILE_BROKEN":
      return `${byDocuments(facts, "the document", "one of the documents")} cannot take a ${role === "sealer" ? "seal" : "signature"}. Please tell ${initiator.name}, who has to send it again.`;
    default:
      return `the certificate for it is no longer valid. Please open the workflow and confirm once more. If it fails again, contact ${initiator.name}.`;
  }
}

/** What to keep, and why. */
function keep(facts: MailFacts): string {
  const mark = facts.acts === "seal" ? "the seal is inside" : "the signature is inside";
  const it = byDocuments(facts, "it", "them");
  return `Keep the PDF ${byDocuments(facts, "file", "files")}: ${facts.hasOneMark ? mark : all.left[facts.acts]} ${it}. A printout alone does not prove ${facts.hasOneMark ? "it" : "them"}.`;
}

function copies(facts: MailFacts): string {
  const documents = `The ${all.documents[facts.acts]} ${byDocuments(facts, "document", "documents")}`;
  const place = facts.link === null ? "in your system" : "at your link";
  if (!facts.carriesCopies)
    return facts.link === null
      ? `${documents} and the audit report are ready in your system.`
      : "Your copy and the audit report are ready at your link.";
  const are = facts.documents.count === 1 && !facts.carriesReport ? "is" : "are";
  const attached = facts.carriesReport ? `${documents} and the audit report` : documents;
  const also = facts.link === null ? "" : ` and ${are} also ready at your link`;
  const report = facts.carriesReport ? "" : ` The audit report is ready ${place}.`;
  return `${attached} ${are} attached${also}.${report}`;
}
