/** Simulates a call: follows its TwiML as Twilio does, and presses 1 wherever a key is requested. */
import { postSigned, type TwilioAccount } from "./twilio-callbacks.ts";
import { parseTwiml, spokenText, type TwimlElement } from "./twiml.ts";

/** One call; `twiml` is the document, or `url` its address. */
export type Call = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly document: { readonly twiml: string } | { readonly url: string };
};

/** The spoken texts in order, and why the call broke off (Twilio then says "an application error has occurred"). */
export type Conversation = { readonly spoken: readonly string[]; readonly fault: string | null };

/** Most documents in one call. */
const documents_max = 20;

/** The whole conversation; never throws: a broken document ends the call, as with Twilio. */
export async function holdCall(account: TwilioAccount, call: Call): Promise<Conversation> {
  const spoken: string[] = [];
  try {
    let next: NextDocument | null =
      "twiml" in call.document
        ? follow(parseTwiml(call.document.twiml), spoken)
        : { url: call.document.url, pressed: null };
    for (let asked = 0; next !== null; asked++) {
      if (asked === documents_max) throw new Error("too many documents in one call");
      next = follow(parseTwiml(await askForTwiml(account, call, next)), spoken);
    }
    return { spoken, fault: null };
  } catch (fault) {
    return { spoken, fault: fault instanceof Error ? fault.message : String(fault) };
  }
}

type NextDocument = { readonly url: string; readonly pressed: string | null };

/** Executes verbs up to one that leads to another document; null at the end of the call. */
function follow(verbs: readonly TwimlElement[], spoken: string[]): NextDocument | null {
  for (const verb of verbs) {
    switch (verb.name) {
      case "Say":
        spoken.push(spokenText(verb).trim());
        break;
      case "Pause":
        break;
      case "Gather":
        follow(
          verb.children.filter((child) => typeof child !== "string"),
          spoken,
        );
        return { url: required(verb.attributes, "action"), pressed: "1" };
      case "Redirect":
        return { url: spokenText(verb).trim(), pressed: null };
      case "Hangup":
        return null;
      default:
        throw new Error(`12200: TwiML verb <${verb.name}> is not understood`);
    }
  }
  return null;
}

async function askForTwiml(account: TwilioAccount, call: Call, next: NextDocument): Promise<string> {
  const parameters = {
    AccountSid: account.sid,
    ApiVersion: "2010-04-01",
    CallSid: call.sid,
    CallStatus: "in-progress",
    Direction: "outbound-api",
    From: call.from,
    To: call.to,
    ...(next.pressed === null ? {} : { Digits: next.pressed, FinishedOnKey: "", msg: "Gather End" }),
  };
  const answer = await postSigned(account, next.url, parameters);
  if (answer.status !== 200) throw new Error(`11200: ${next.url} answered ${answer.status}`);
  return answer.body;
}

function required(attributes: Readonly<Record<string, string>>, name: string): string {
  const value = attributes[name];
  if (value === undefined) throw new Error(`the attribute ${name} is missing`);
  return value;
}
