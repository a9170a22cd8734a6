/** What the person's client is given: a TcToken (TR-03124-1 §2.5), and the link that opens it (§2.2). */
import { eid_client_url } from "@siegel/contract/identification.ts";
import type { EidSession } from "../../ports/eid.ts";
import { escapeXml } from "./escape-xml.ts";

const paos = "urn:liberty:paos:2006-08";
/** RFC 4279: TLS with a pre-shared key. */
const psk_tls = "urn:ietf:rfc:4279";

/** Where the client leads the browser. */
export type ClientReturn = {
  readonly refreshAddress: string;
  /** Where there is no session to connect to, or no connection. */
  readonly errorAddress: string;
};

/** The token of a session. */
export function tcToken(session: EidSession, { refreshAddress, errorAddress }: ClientReturn): string {
  const path =
    session.psk === null
      ? ""
      : element("PathSecurity-Protocol", psk_tls) +
        `<PathSecurity-Parameters>${element("PSK", session.psk)}</PathSecurity-Parameters>`;
  return token(
    element("ServerAddress", session.serverAddress) +
      element("SessionIdentifier", session.sessionIdentifier) +
      element("RefreshAddress", refreshAddress) +
      element("CommunicationErrorAddress", errorAddress) +
      element("Binding", paos) +
      path,
  );
}

/** §2.5.3: the client connects nowhere and leads the browser to `errorAddress`. */
export function errorTcToken(errorAddress: string): string {
  return token(
    "<ServerAddress/><SessionIdentifier/><RefreshAddress/>" +
      element("CommunicationErrorAddress", errorAddress) +
      "<Binding/>",
  );
}

/**
 * Opens the client with a token's address. On phones an app takes links of its own scheme only; a client elsewhere than where the real one
 * is (the sandbox's) is a web page there too.
 */
export function clientLink(clientUrl: string, tcTokenUrl: string, { isPhone }: { readonly isPhone: boolean }): string {
  const link = `${clientUrl}?tcTokenURL=${encodeURIComponent(tcTokenUrl)}`;
  return isPhone && clientUrl === eid_client_url ? link.replace(/^http:/, "eid:") : link;
}

const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

const token = (inner: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<TCTokenType>${inner}</TCTokenType>\n`;
