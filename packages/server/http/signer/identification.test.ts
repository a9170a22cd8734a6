/** Identification by ID card over HTTP, from the options to a signed file (docs/flows/identification.md). */
import { describe, expect, it } from "vitest";
import { jarOf } from "../../../../fixtures/identified-browser.ts";
import { codeIn, nextMessage, saysReference } from "../../../../fixtures/inbox.ts";
import { useCodeWorld } from "../../test/code-signer.ts";
import { callHere, comeBack, identifyByCard, readCard, sendUnknown, startCard } from "../../test/identified-signer.ts";
import { signatureRevisions } from "../../test/qualified-signer.ts";
import { freshPhone } from "../../test/sent-workflow.ts";

const world = useCodeWorld();
const password = "Leuchtturm 7!";

describe("an identification by ID card", () => {
  it("[S-180] [S-194] [S-197] [S-198] [S-205] [S-208] ends in a certificate and a signature, both in one call", async () => {
    const { server, sandbox, db } = world;
    const signer = await sendUnknown(server);
    const returned = await identifyByCard(server, signer);
    expect(returned).toMatchObject({
      kind: "identification",
      state: "succeeded",
      success: true,
      first_name: "Erika",
      last_name: "Mustermann",
      country: "DE",
      certificate_exists: false,
    });
    const phone = freshPhone();
    const asked = await callHere<{ id: string; reference: string }>(server, signer, [
      "POST",
      "auth/getSMSQualified",
      { workflow: {}, phone, password },
    ]);
    expect(asked.body).toMatchObject({ success: true });
    const { id: auth_token, reference } = asked.body.data;
    const otp = codeIn(await nextMessage(sandbox.url, phone, { channel: "sms", about: saysReference(reference) }));
    expect(
      await db.selectFrom("issued_certificate").select("serial").where("profile", "=", "qualified-person").execute(),
    ).toEqual([]);
    const signed = await callHere(server, signer, [
      "POST",
      "signing/signWorkflowQES",
      { workflow: {}, files: undefined, auth_token, otp, password, phone, gateway: "ausweisapp2", ident_signer: {} },
    ]);
    expect(signed.body).toMatchObject({ success: true });
    expect(await signatureRevisions(db, signer.sent.fileIds[0])).toBe(1);
    const issued = db.selectFrom("issued_certificate").select("serial").where("profile", "=", "qualified-person");
    expect(await issued.execute()).toHaveLength(1);
  });

  it("[T-055] is told to the browser that began, once, in whatever tab", async () => {
    const { server } = world;
    const signer = await sendUnknown(server);
    const query = await readCard(await startCard(server, signer), { jar: signer.jar });
    const code = query.get("code");
    const stranger = await comeBack(server, jarOf((await sendUnknown(server)).client), { code });
    expect(stranger.body.code).toBe("IDENTIFICATION_ELSEWHERE");
    const own = await comeBack(server, signer.jar, { code });
    expect(own.body.data).toMatchObject({
      state: "succeeded",
      entered: { workflow: { signer_id: signer.client.signerId } },
    });
    expect((await comeBack(server, signer.jar, { code })).body.code).toBe("IDENTIFICATION_REFUSED");
  });
});
