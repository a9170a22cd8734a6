/** The image in a signature and its hand-over from a phone, as a browser and as somebody who means harm ask for them. */
import type { WorkflowId } from "@siegel/contract/ids.ts";
import {
  handover_expires_s,
  handovers_per_session_max,
  session_absolute_s,
  signature_image_burst_max,
  signature_image_bytes_max,
} from "@siegel/contract/limits.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { wavePng } from "../../../../fixtures/signature-picture.ts";
import { confirmFiles, filesOf, type SignerClient } from "../../../../fixtures/signer-client.ts";
import { verifiedOrganisation } from "../../rooms/accounts/accounts.ts";
import { readTrail } from "../../rooms/audit-trail/audit-trail.ts";
import { forgetHandovers } from "../../rooms/handover/handover.ts";
import { call } from "../../test/api-client.ts";
import { logIn, type Sent, send } from "../../test/sent-workflow.ts";
import { useTestServer } from "../../test/test-server.ts";

// Each test asks from an address of its own: what one address gets is a test of its own.
const server = useTestServer({ SIEGEL_TRUST_PROXY: "1" });
let asked = 0;
let address = "";
const phone = (what: "look" | "give", body: object, from = address) =>
  call(server.current(), "POST", `/api/handover/${what}`, { body, headers: { "x-forwarded-for": from } });

/** A PNG that says it is 60,000 pixels wide and high. */
function bomb(): string {
  const bytes = Buffer.from(wavePng(), "base64");
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes.toString("base64");
}

let sent: Sent;
let ada: SignerClient;
beforeEach(async () => {
  asked += 1;
  address = `198.51.100.${asked}`;
  sent = await send(server.current(), {
    signers: [{ type: "s_signature" }, { type: "s_signature" }],
    // No box: another image takes no confirmation back.
    mark: "none",
  });
  ada = await logIn(server.current(), sent, 0);
});
const put = (who: SignerClient, image: string) => who.call("PUT", "files/signatureImage", { image });
const shownImages = async (who: SignerClient) => (await filesOf(who)).map((file) => file.signature_image);
const open = async (who: SignerClient) =>
  ((await who.call("POST", "files/signatureImage/handover", {})).data as { token: string }).token;

/** How many hand-overs Ada still gets. */
async function askToTheEnd(): Promise<number> {
  let got = 0;
  while (got < 40 && (await ada.call("POST", "files/signatureImage/handover", {})).status === 200) got += 1;
  return got;
}

describe("the image in a signature", () => {
  it("is stored, told with the files, replaced and taken out again", async () => {
    expect(await shownImages(ada)).toEqual([null]);
    const first = await put(ada, wavePng());
    expect(first).toMatchObject({ status: 200, data: { width: 300, height: 100 } });
    const { id } = first.data as { id: string };
    expect(await shownImages(ada)).toEqual([id]);
    expect(await ada.call("GET", "files/signatureImage")).toMatchObject({ data: first.data });
    await put(ada, wavePng({ ink: [0, 0, 0] }));
    expect(await shownImages(ada)).not.toEqual([id]);
    expect(await ada.call("DELETE", "files/signatureImage")).toMatchObject({ status: 200, data: true });
    expect(await ada.call("GET", "files/signatureImage")).toMatchObject({ status: 200, data: null });
  });

  it("stands beside the name that the file will have: the person's, in a seal the verified organisation's", async () => {
    const sealed = await send(server.current(), { signers: [{ type: "a_seal", organisation: "Werk am Hafen" }] });
    const shownName = async (who: SignerClient) =>
      ((await who.call("GET", "files/signatureImage/area/240.0/80.0")).data as { name: string }).name;
    expect(await shownName(ada)).toBe("Erika Mustermann");
    const verified = await verifiedOrganisation(server.current().deps.db, server.current().organisationId);
    expect(await shownName(await logIn(server.current(), sealed))).toBe(verified?.legalName ?? "nobody verified it");
  });

  it("is its own signer's and nobody else's", async () => {
    await put(ada, wavePng());
    const bea = await logIn(server.current(), sent, 1);
    expect(await shownImages(bea)).toEqual([null]);
    expect(await bea.call("GET", "files/signatureImage")).toMatchObject({ data: null });
    const stranger = await call(server.current(), "PUT", "/api/files/signatureImage", { body: { image: wavePng() } });
    expect(stranger).toMatchObject({ status: 401, body: { code: "SESSION_ENDED" } });
  });

  it.each([
    ["nothing", "", "INVALID_REQUEST"],
    ["no base64", "<svg onload=alert(1)>", "INVALID_REQUEST"],
    ["no PNG", Buffer.from("\xff\xd8\xff\xe0 a JPEG", "latin1").toString("base64"), "SIGNATURE_IMAGE_INVALID"],
    ["a bomb", bomb(), "SIGNATURE_IMAGE_INVALID"],
    ["too many bytes", Buffer.alloc(signature_image_bytes_max + 3).toString("base64"), "INVALID_REQUEST"],
    ["an empty picture", wavePng({ line: 0 }), "SIGNATURE_IMAGE_EMPTY"],
    ["a black one", wavePng({ height: 20, line: 60 }), "SIGNATURE_IMAGE_TOO_DARK"],
  ])("is refused with a code: %s", async (_, image, code) => {
    expect(await put(ada, image)).toMatchObject({ status: 400, code });
    expect(await shownImages(ada)).toEqual([null]);
  });

  it("put again as it stands, is neither written nor told to the trail again", async () => {
    const { db } = server.current().deps;
    const savedAt = async () =>
      (await db.selectFrom("signature_image").select("saved_at").orderBy("saved_at", "desc").executeTakeFirstOrThrow())
        .saved_at;
    const first = await put(ada, wavePng());
    const at = await savedAt();
    server.current().clock.move(60);
    expect(await put(ada, wavePng())).toMatchObject({ status: 200, data: first.data });
    expect(await savedAt()).toEqual(at);
    const chosen = async () =>
      (await readTrail(db, sent.workflowId as WorkflowId)).filter(({ type }) => type === "document.image-chosen")
        .length;
    expect(await chosen()).toBe(1);
    await put(ada, wavePng({ ink: [1, 2, 3] }));
    expect(await chosen()).toBe(2);
  });

  it("is put so often by one signer, and then waits; another does not wait with them", async () => {
    const statuses = [];
    for (let n = 0; n <= signature_image_burst_max; n += 1) statuses.push((await put(ada, "AAAA")).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await put(ada, wavePng())).toMatchObject({ status: 429, code: "TOO_MANY_REQUESTS" });
    expect((await put(await logIn(server.current(), sent, 1), wavePng())).status).toBe(200);
    server.current().clock.move(1);
    expect((await put(ada, wavePng())).status).toBe(200);
  });

  it("[T-012] is what the button stands for: pressed under another, nothing is signed", async () => {
    await confirmFiles(ada);
    await put(ada, wavePng());
    const shown = (await filesOf(ada)).map(({ id, xfdf_annotations, signature_image }) => ({
      id,
      xfdf_annotations,
      signature_image,
    }));
    await put(ada, wavePng({ ink: [200, 0, 0] }));
    const press = () => ada.call("POST", "signing/signWithoutAuth", { files: shown });
    expect(await press()).toMatchObject({ status: 409, code: "WORKFLOW_CHANGED" });
    await put(ada, wavePng());
    expect(await press()).toMatchObject({ status: 200, code: "SUCCESS_SIGNING" });
    expect([(await put(ada, wavePng())).status, await askToTheEnd()], "neither is any use now").toEqual([409, 0]);
  });
});

describe("a hand-over", () => {
  it("gives one image to the session that asked, which then decides", async () => {
    expect(await ada.call("GET", "files/signatureImage/handover")).toMatchObject({ data: { state: "none" } });
    const token = await open(ada);
    expect(await phone("look", { token })).toMatchObject({
      status: 200,
      body: { data: { expires_in_s: handover_expires_s } },
    });
    expect(await ada.call("GET", "files/signatureImage/handover")).toMatchObject({
      data: { state: "waiting", image: null },
    });
    const given = await phone("give", { token, image: wavePng() });
    expect(given).toMatchObject({ status: 200, body: { data: true } });
    expect(await shownImages(ada), "not before she takes it").toEqual([null]);
    const state = await ada.call("GET", "files/signatureImage/handover");
    expect(state).toMatchObject({ data: { state: "given", image: { width: 300 } } });
    const taken = await ada.call("POST", "files/signatureImage/handover/take", {});
    expect(taken).toMatchObject({ status: 200, data: (state.data as { image: object }).image });
    expect(await shownImages(ada)).toEqual([(taken.data as { id: string }).id]);
  });

  it("is taken again where the answer was lost: what stands in the signature is told, while anything does", async () => {
    const take = () => ada.call("POST", "files/signatureImage/handover/take", {});
    const token = await open(ada);
    expect(await take(), "before anything was given").toMatchObject({ status: 410, code: "HANDOVER_OVER" });
    await phone("give", { token, image: wavePng() });
    const taken = await take();
    expect(await take()).toMatchObject({ status: 200, data: taken.data });
    await ada.call("DELETE", "files/signatureImage");
    expect(await take()).toMatchObject({ status: 410, code: "HANDOVER_OVER" });
    expect(await shownImages(ada)).toEqual([null]);
  });

  it("is given again where the answer was lost, before and after it was taken; another one is not", async () => {
    const token = await open(ada);
    const give = async (ink: readonly [number, number, number]) =>
      (await phone("give", { token, image: wavePng({ ink }) })).status;
    expect([await give([0, 0, 1]), await give([0, 0, 1]), await give([0, 0, 2])]).toEqual([200, 200, 410]);
    await ada.call("POST", "files/signatureImage/handover/take", {});
    expect([await give([0, 0, 1]), await give([0, 0, 2])]).toEqual([200, 410]);
    server.current().clock.move(handover_expires_s);
    expect(await give([0, 0, 1]), "ten minutes later").toBe(410);
  });

  it("tells the phone nothing but how long it lasts", async () => {
    const looked = await phone("look", { token: await open(ada) });
    expect(Object.keys(looked.body.data)).toEqual(["expires_in_s"]);
    expect(looked.headers.get("set-cookie")).toBeNull();
  });

  it("is not given twice, and of ten at once one wins", async () => {
    const token = await open(ada);
    const images = Array.from({ length: 10 }, (_, n) => wavePng({ ink: [0, 0, n] }));
    const answers = await Promise.all(images.map((image) => phone("give", { token, image })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 410)]);
    expect(await phone("look", { token })).toMatchObject({ status: 410, body: { code: "HANDOVER_OVER" } });
  });

  it("is used up by nothing but an image", async () => {
    const token = await open(ada);
    for (const image of [bomb(), wavePng({ line: 0 }), Buffer.from("PNG").toString("base64")])
      expect((await phone("give", { token, image })).status).toBe(400);
    expect((await phone("give", { token, image: wavePng() })).status).toBe(200);
  });

  it("takes nothing larger than any stranger may send", async () => {
    const image = Buffer.alloc(200_000).toString("base64");
    expect((await phone("give", { token: await open(ada), image })).status).toBe(413);
  });

  it.each(["A".repeat(43), "", "x", "A".repeat(44), null])("knows no secret %j", async (token) => {
    const { status } = await phone("give", { token, image: wavePng() });
    expect([400, 410]).toContain(status);
  });

  it("is over after ten minutes, and the session is told", async () => {
    const token = await open(ada);
    server.current().clock.move(handover_expires_s);
    expect(await phone("give", { token, image: wavePng() })).toMatchObject({
      status: 410,
      body: { code: "HANDOVER_OVER" },
    });
    expect(await ada.call("GET", "files/signatureImage/handover")).toMatchObject({ data: { state: "over" } });
  });

  it("dies when another is made, and with it what was given", async () => {
    const first = await open(ada);
    await phone("give", { token: first, image: wavePng() });
    const second = await open(ada);
    expect((await phone("look", { token: first })).status).toBe(410);
    expect(await ada.call("GET", "files/signatureImage/handover")).toMatchObject({ data: { state: "waiting" } });
    expect((await phone("look", { token: second })).status).toBe(200);
  });

  it("dies with its session, and with the turn to sign", async () => {
    const [left, refused] = [await logIn(server.current(), sent, 0), await logIn(server.current(), sent, 0)];
    const token = await open(left);
    expect(await left.call("POST", "auth/logout", {})).toMatchObject({ status: 200 });
    expect((await phone("give", { token, image: wavePng() })).status).toBe(410);
    const other = await open(refused);
    const path = `signing/revokeWorkflow/${sent.workflowId}/${sent.signerIds[0]}`;
    expect(await refused.call("POST", path, { msg: "No." })).toMatchObject({ status: 200 });
    expect((await phone("give", { token: other, image: wavePng() })).status).toBe(410);
  });

  it("belongs to one session: another of the same signer neither sees nor takes it", async () => {
    const token = await open(ada);
    await phone("give", { token, image: wavePng() });
    const again = await logIn(server.current(), sent, 0);
    expect(await again.call("GET", "files/signatureImage/handover")).toMatchObject({ data: { state: "none" } });
    expect(await again.call("POST", "files/signatureImage/handover/take", {})).toMatchObject({ code: "HANDOVER_OVER" });
  });

  it("is forgotten once its time is over, how often its session has asked only with the session", async () => {
    const { clock, deps } = server.current();
    const forget = async () => await forgetHandovers(deps.db, clock.now());
    const rows = async () =>
      await deps.db.selectFrom("signature_handover").select(["opened", "given_at", "png"]).execute();
    await deps.db.deleteFrom("signature_handover").execute();
    expect(await askToTheEnd()).toBe(handovers_per_session_max);
    clock.move(handover_expires_s + 1);
    await forget();
    expect(await askToTheEnd(), "none more, though the last is over").toBe(0);
    const bea = await logIn(server.current(), sent, 1);
    await phone("give", { token: await open(bea), image: wavePng() });
    clock.move(handover_expires_s + 1);
    await forget();
    expect((await rows()).toSorted((a, b) => a.opened - b.opened)).toEqual([
      { opened: 1, given_at: null, png: null },
      { opened: handovers_per_session_max, given_at: null, png: null },
    ]);
    expect(await bea.call("POST", "files/signatureImage/handover/take", {})).toMatchObject({ code: "HANDOVER_OVER" });
    clock.move(session_absolute_s);
    await forget();
    expect(await rows()).toEqual([]);
  });

  it("stands in the database as a digest only", async () => {
    const token = await open(ada);
    const rows = await server.current().deps.db.selectFrom("signature_handover").selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is asked for so often by a session and so often by an address, and then waits", async () => {
    expect(await askToTheEnd()).toBe(handovers_per_session_max);
    const token = "B".repeat(43);
    const statuses = [];
    for (let n = 0; n < 40; n += 1) statuses.push((await phone("look", { token }, "203.0.113.9")).status);
    expect(statuses.filter((one) => one === 429)).toHaveLength(10);
    expect((await phone("look", { token }, "203.0.113.10")).status).toBe(410);
    const told = await phone("look", { token }, "203.0.113.9");
    expect(told.body).toMatchObject({ success: false, code: "TOO_MANY_REQUESTS" });
    expect(told.headers.get("retry-after")).toBe("1");
  });
});
