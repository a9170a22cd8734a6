/** Logos and colour, read, changed and taken back over HTTP. */

import { createCanvas } from "@napi-rs/canvas";
import type { LookView } from "@siegel/contract/calls/look.ts";
import { recordNow } from "@siegel/contract/changed-meanwhile.ts";
import { logo_bytes_max } from "@siegel/contract/limits.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { type Account, logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { create, idsOf, signer } from "../../test/api-client.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();
let of: string;
let account: Account;
let headers: Readonly<Record<string, string>>;
beforeAll(async () => {
  of = await makeOrganisation(server.current());
  account = await makeAccount(server.current(), { of });
  headers = { cookie: (await logInAs(server.current(), account)).cookie };
});

const ask = async <Data = LookView>(method: string, path: string, body?: unknown, asked = headers) =>
  await callApi<Data>(method, `${server.current().url}/api/interface/${path}`, {
    headers: asked,
    ...(body === undefined ? {} : { body }),
  });
const edit = async (body: unknown) => await ask("POST", `editInterface/${of}`, body);
const dataUrl = (bytes: Uint8Array, kind = "png") =>
  `data:image/${kind};base64,${Buffer.from(bytes).toString("base64")}`;

/** A picture with words of ours in a part that is no pixel. */
async function picture(kind: "png" | "jpeg", { width = 120, height = 40 } = {}): Promise<Buffer> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#0B5D7A";
  context.fillRect(0, 0, width, height);
  const bytes = kind === "png" ? await canvas.encode("png") : await canvas.encode("jpeg");
  if (kind === "png") return Buffer.concat([bytes, Buffer.from("secret place")]);
  // A comment (ITU-T T.81 §B.2.4.5) behind the start of the image.
  const comment = Buffer.from([0xff, 0xfe, 0, 14, ...Buffer.from("secret place")]);
  return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]);
}

describe("the look of an organisation", () => {
  it("[A-103] [A-107] [A-108] is read by its id and without one; another id is none", async () => {
    const own = await ask("GET", "");
    expect(own.body.data).toMatchObject({ id: of, logo: null, logo_dark: null, mail_logo: null, style: "#1E6569" });
    expect((await ask("GET", of)).body.data).toEqual(own.body.data);
    for (const id of [server.current().organisationId, "nothing"]) {
      const { status, body } = await ask("GET", id);
      expect([status, body.code]).toEqual([404, "NO_INTERFACE_FOUND"]);
    }
  });

  it.each(["png", "jpeg"] as const)(
    "[A-098] [A-105] keeps of a logo (%s) its pixels alone, under every name",
    async (kind) => {
      const sent = dataUrl(await picture(kind), kind);
      for (const name of ["logo", "logo_dark", "mail_logo"] as const) {
        const { body } = await edit({ [name]: sent });
        expect([body.code, body.success]).toEqual(["EDIT_UI_SUCCESS", true]);
        const kept = body.data[name] ?? "";
        expect(kept.startsWith(`data:image/${kind};base64,`)).toBe(true);
        expect(Buffer.from(kept.split(",")[1] ?? "", "base64").includes("secret place")).toBe(false);
        // What comes back as it was stored is no upload.
        expect((await edit({ [name]: kept })).body.data[name]).toBe(kept);
      }
    },
  );

  it("[A-099] makes a large drawing small enough, and refuses a file above the limit with its size", async () => {
    const large = await picture("png", { width: 3_000, height: 1_000 });
    expect(large.length).toBeLessThan(logo_bytes_max);
    const kept = (await edit({ logo: dataUrl(large) })).body.data.logo ?? "";
    const bytes = Buffer.from(kept.split(",")[1] ?? "", "base64");
    expect([bytes.length <= logo_bytes_max, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([true, 800, 267]);
    const padded = Buffer.concat([large, Buffer.alloc(logo_bytes_max + 1 - large.length)]);
    const { status, body } = await edit({ logo: dataUrl(padded) });
    expect([status, body.code]).toEqual([413, "LOGO_TOO_LARGE"]);
    expect(body.data).toEqual(["logo: This file has 21 KB, the limit is 20 KB. Save it smaller and try again."]);
  });

  it("[A-098] refuses what is no PNG or JPEG, or none that can be read, with a sentence about the field", async () => {
    const whole = await picture("png");
    const posters = Buffer.from(whole);
    posters.writeUInt32BE(40_000, 16);
    const files = [
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /neither PNG nor JPEG/],
      [Buffer.from("GIF89a and more"), /neither PNG nor JPEG/],
      [whole.subarray(0, 40), /cannot be read/],
      [posters, /more than 4000 pixels/],
    ] as const;
    for (const [file, said] of files) {
      const { status, body } = await edit({ mail_logo: dataUrl(file) });
      expect([status, body.code]).toEqual([415, "LOGO_INVALID"]);
      expect(String(body.data)).toMatch(said);
      expect(String(body.data)).toMatch(/^mail_logo: /);
    }
    expect((await edit({ logo: "no base64!" })).body.code).toBe("LOGO_INVALID");
    expect((await edit({ style: "teal" })).status).toBe(400);
  });

  it("[A-106] is reset, and each change stands in the trail with who made it", async () => {
    expect((await edit({ style: "#ffd400" })).body.data.style).toBe("#FFD400");
    const { body } = await ask("PUT", `reset/${of}`, {});
    expect(body).toMatchObject({ code: "RESET_UI_SUCCESS", data: { logo: null, logo_dark: null, style: "#1E6569" } });
    const events = await server
      .current()
      .deps.db.selectFrom("audit_event")
      .select(["type", "actor_kind", "actor_id"])
      .where("actor_id", "=", account.id)
      .where("type", "like", "organisation.look%")
      .orderBy("seq", "desc")
      .limit(2)
      .execute();
    const by = { actor_kind: "administrator", actor_id: account.id };
    expect(events).toEqual([
      { type: "organisation.look-reset", ...by },
      { type: "organisation.look-changed", ...by },
    ]);
  });

  it("answers who brings an old version with the look as it is now", async () => {
    const { version } = (await ask("GET", "")).body.data;
    expect((await edit({ style: "#112233", version })).status).toBe(200);
    const late = await edit({ style: "#445566", version });
    expect([late.status, late.body.code]).toEqual([409, "CHANGED_MEANWHILE"]);
    const now = recordNow<LookView>(late.body.data as unknown as string[]);
    expect(now).toMatchObject({ style: "#112233", version: version + 1 });
    expect((await ask("PUT", `reset/${of}`, { version })).body.code).toBe("CHANGED_MEANWHILE");
    expect((await edit({ style: "#445566" })).body.data.style).toBe("#445566");
  });

  it("[A-104] is told to a person who has a workflow's link: logo, logo of mails and colour, nothing else", async () => {
    const { url, organisationId } = server.current();
    const { workflow } = idsOf(await create(server.current(), { signers: [signer("a", "s_signature")] }), 0);
    const path = (id: string) => `${url}/api/interface/getInterfaceByWorkflow/${id}`;
    const { body } = await callApi<Record<string, string>>("GET", path(workflow));
    expect(Object.keys(body.data).sort()).toEqual(["logo", "mail_logo", "style"]);
    expect(body.data.style).toBe("#0B5D7A");
    expect(body.data.mail_logo).toBe(body.data.logo);
    expect(organisationId).not.toBe("");
    const none = await callApi("GET", path("0".repeat(26)));
    expect([none.status, none.body.code]).toEqual([404, "NO_INTERFACE_FOUND"]);
  });
});
