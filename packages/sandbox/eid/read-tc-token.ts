/** Fetches a TcToken as a client does (TR-03124-1 §2.5): with no cookie, and here from this machine only. */
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { requireLoopback } from "../loopback.ts";
import { parseRoot, textNamed, XmlFault } from "./xml.ts";

/** What a client is told. An empty `serverAddress`: only the last counts, for there is no session. */
export type TcToken = {
  readonly serverAddress: string;
  readonly sessionIdentifier: string;
  readonly psk: string;
  readonly refreshAddress: string;
  readonly errorAddress: string;
};

const token_timeout_ms = 8_000;
const token_bytes_max = 65_536;
const redirects_max = 5;

/** @throws where the answer has no token */
export async function fetchTcToken(url: string): Promise<TcToken> {
  let at = url;
  for (let redirects = 0; redirects <= redirects_max; redirects++) {
    const { status, location, text } = await get(at);
    if (status === 200) return readTcToken(text);
    if (![302, 303, 307].includes(status) || location === undefined) throw new Error(`it answered ${status}`);
    at = new URL(location, at).href;
  }
  throw new Error("it leads from address to address");
}

/** @throws XmlFault */
export function readTcToken(text: string): TcToken {
  const root = parseRoot(text);
  if (root.localName !== "TCTokenType") throw new XmlFault("no TcToken");
  const token = {
    serverAddress: textNamed(root, "ServerAddress"),
    sessionIdentifier: textNamed(root, "SessionIdentifier"),
    psk: textNamed(root, "PSK"),
    refreshAddress: textNamed(root, "RefreshAddress"),
    errorAddress: textNamed(root, "CommunicationErrorAddress"),
  };
  const isBound = textNamed(root, "Binding") === "urn:liberty:paos:2006-08";
  if (token.serverAddress === "" ? token.errorAddress === "" : !isBound || token.refreshAddress === "")
    throw new XmlFault("half a TcToken");
  return token;
}

type Got = { readonly status: number; readonly location: string | undefined; readonly text: string };

function get(url: string): Promise<Got> {
  requireLoopback(url);
  // Self-signed certificates are taken, as the real client takes them.
  const [request, options] = url.startsWith("https:")
    ? [requestHttps, { rejectUnauthorized: false }]
    : [requestHttp, {}];
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { ...options, agent: false, signal: AbortSignal.timeout(token_timeout_ms) },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          text += part;
          if (text.length > token_bytes_max) asked.destroy(new Error("it is too long"));
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text }));
        answer.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
