/** A mail to oneself in the organisation's look. */
import { describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { nextMessage } from "../../../../fixtures/inbox.ts";
import { logInAs, makeAccount } from "../../test/administrators.ts";
import { useMailWorld } from "../../test/mail-world.ts";

const world = useMailWorld();

describe("a test mail", () => {
  it("[A-109] goes to oneself in the look as it is saved; a mail server that is away is told, and many in a row get slower", async () => {
    const { server, sandbox } = world;
    const account = await makeAccount(server);
    const { cookie } = await logInAs(server, account);
    const send = async () =>
      await callApi("POST", `${server.url}/api/interface/testMail/${server.organisationId}`, {
        body: { email: "victim@example.org" },
        headers: { cookie },
      });
    const sent = await send();
    expect([sent.status, sent.body.code, sent.body.data]).toEqual([200, "TEST_MAIL_SUCCESS", { email: account.email }]);
    const mail = await nextMessage(sandbox.url, account.email, { channel: "mail", about: /Probe/ });
    expect(mail.html).toContain("background:#0B5D7A");
    await callApi("POST", `${sandbox.url}/api/faults`, { body: { channel: "mail", mode: "down", count: 1 } });
    const failed = await send();
    expect([failed.status, failed.body.code]).toEqual([503, "TEST_MAIL_ERROR"]);
    const told = [];
    for (let n = 0; n < 4; n += 1) told.push((await send()).body.code);
    expect(told).toEqual([...Array<string>(3).fill("TEST_MAIL_SUCCESS"), "TOO_MANY_REQUESTS"]);
  });
});
