import { eid_client_url } from "@siegel/contract/identification.ts";
import { describe, expect, it } from "vitest";
import { clientLink, errorTcToken, tcToken } from "./tc-token.ts";

const back = { refreshAddress: "https://s.test/r?a=1&b=2", errorAddress: "https://s.test/e" };
const session = { id: "s", serverAddress: "https://eid.test/paos", sessionIdentifier: "p", psk: "00ff" };

describe("a TcToken", () => {
  it("says where the client goes, with a key or by the server's own TLS", () => {
    const common =
      "<ServerAddress>https://eid.test/paos</ServerAddress><SessionIdentifier>p</SessionIdentifier><RefreshAddress>https://s.test/r?a=1&#38;b=2</RefreshAddress><CommunicationErrorAddress>https://s.test/e</CommunicationErrorAddress><Binding>urn:liberty:paos:2006-08</Binding>";
    const psk =
      "<PathSecurity-Protocol>urn:ietf:rfc:4279</PathSecurity-Protocol><PathSecurity-Parameters><PSK>00ff</PSK></PathSecurity-Parameters>";
    const head = '<?xml version="1.0" encoding="utf-8"?>\n';
    expect(tcToken(session, back)).toBe(`${head}<TCTokenType>${common}${psk}</TCTokenType>\n`);
    expect(tcToken({ ...session, psk: null }, back)).toBe(`${head}<TCTokenType>${common}</TCTokenType>\n`);
    expect(errorTcToken("https://s.test/e")).toBe(
      `${head}<TCTokenType><ServerAddress/><SessionIdentifier/><RefreshAddress/><CommunicationErrorAddress>https://s.test/e</CommunicationErrorAddress><Binding/></TCTokenType>\n`,
    );
  });

  it("is opened by a link that the device knows", () => {
    const address = "https://s.test/api/eid/tctoken/a";
    const query = "?tcTokenURL=https%3A%2F%2Fs.test%2Fapi%2Feid%2Ftctoken%2Fa";
    expect(clientLink(eid_client_url, address, { isPhone: false })).toBe(eid_client_url + query);
    expect(clientLink(eid_client_url, address, { isPhone: true })).toBe(`eid://127.0.0.1:24727/eID-Client${query}`);
    const sandbox = "http://localhost:3001/eID-Client";
    expect(clientLink(sandbox, address, { isPhone: true })).toBe(sandbox + query);
  });
});
