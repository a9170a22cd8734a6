/** A trial is closed and deleted over the real server, by a clock that the test sets; then it is searched for. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { trial_days } from "@siegel/contract/limits.ts";
import { parseCrl } from "@siegel/kernel/revocation/crl.ts";
import { buildOcspRequest } from "@siegel/kernel/revocation/ocsp-request.ts";
import { parseOcspResponse } from "@siegel/kernel/revocation/ocsp-response.ts";
import { parseCertificate } from "@siegel/kernel/x509/certificate.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { messagesTo, nextMessage } from "../../../../fixtures/inbox.ts";
import { logIn } from "../../../../fixtures/signer-client.ts";
import { blobColumns } from "../../db/blob-columns.ts";
import { logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { create } from "../../test/api-client.ts";
import {
  everyRow,
  idsOf,
  type LeavingWorld,
  makeMarkedTrial,
  tablesWith,
  untilQuiet,
  useLeavingWorld,
} from "../../test/leaving-world.ts";
import { mark, marked_phone, whoWasMet } from "../../test/marked-identities.ts";
import { createToken } from "../accounts/accounts.ts";
import { verifyTrail } from "../audit-trail/audit-trail.ts";
import { forgetUnused } from "../sending/sending.ts";
import { deleteOldRecords, readRecords, runTrials } from "./leaving.ts";

const world: LeavingWorld = useLeavingWorld();
const day_s = 86_400;
const round = async (isDry = false) =>
  (await runTrials(world.server.deps, { isDry })).map(({ due, outcome }) => `${due} ${outcome}`);

const namesInStorage = (): string[] =>
  readdirSync(world.server.deps.config.storageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** Blobs that the workflows of an organisation name. */
async function blobsOf(organisationId: string): Promise<Set<string>> {
  const named = blobColumns.filter(({ table }) => table === "file" || table === "audit_report");
  const found = new Set<string>();
  for (const { table, column } of named) {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(column)} as name from ${sql.table(table)} join workflow using (workflow_id)
       where organisation_id = ${organisationId}`.execute(world.server.deps.db);
    for (const { name } of rows) found.add(name);
  }
  return found;
}

/** A paid organisation whose licence ends in the same instant as the trial. */
async function makePayer(trialId: string) {
  const { server } = world;
  const organisationId = await makeOrganisation(server, "Lichtblick Strom AG");
  await makeAccount(server, { of: organisationId });
  const { apiKey } = await createToken(server.deps, { organisationId, name: "paid" });
  await create({ ...server, apiKey });
  await sql`
    update licence set expires_at = (select expires_at from licence where organisation_id = ${trialId})
     where organisation_id = ${organisationId}`.execute(server.deps.db);
  return organisationId;
}

const rowsOf = async (organisationId: string): Promise<string[]> => {
  const ids = await idsOf(world, organisationId, "");
  const all = [...(await everyRow(world))].flatMap(([name, rows]) =>
    name.startsWith("pgboss.") || name.includes("signer_session") ? [] : rows,
  );
  return all.filter((row) => ids.some((id) => row.includes(id))).sort();
};

const fetched = async (path: string, body?: Uint8Array): Promise<Uint8Array> => {
  const headers = { "content-type": "application/ocsp-request" };
  const asked = body === undefined ? {} : { method: "POST", headers, body: Buffer.from(body) };
  return new Uint8Array(await (await fetch(`${world.server.url}${path}`, asked)).arrayBuffer());
};

async function statusOf(der: Uint8Array, issuer: string) {
  const pair = { certificate: parseCertificate(der), issuer: parseCertificate(await fetched(`/pki/ca/${issuer}.cer`)) };
  const answer = parseOcspResponse(await fetched("/pki/ocsp", buildOcspRequest(pair)));
  return answer.status === "successful" ? answer.responses[0]?.status : answer.status;
}

/** What may still name a deleted organisation by its ids, and says nothing else about it; jobs go by themselves after days. */
const keeps_ids = [
  "public.audit_chain",
  "public.audit_event",
  "public.audit_event_details",
  "public.identification_record",
  "public.issued_certificate",
  "public.trial_end",
];

/** A new table either is filled by the marked trial, and searched here, or is in this list. */
const not_of_an_organisation = [
  "public.activation_nonce",
  "public.authority_request",
  "public.authority_unit",
  "public.blob_store",
  "public.certificate_visit",
  "public.crl",
  "public.identification_record",
  "public.kysely_migration",
  "public.kysely_migration_lock",
  "public.operator",
  "public.operator_recovery_code",
  "public.operator_session",
  "public.pending_blob",
  "public.signing_lease",
  "public.taken_over_answer",
  "public.taken_over_ca",
  "public.trial_end",
];

describe("the end of a trial", () => {
  it("[A-047] [A-159] [T-061] closes it at day 14, deletes it a day later, and leaves nothing personal", async () => {
    const { server, sandbox } = world;
    const { deps, clock } = server;
    const filesBefore = namesInStorage();
    const trial = await makeMarkedTrial(world);
    const { organisationId } = trial;
    const payer = await makePayer(organisationId);
    await untilQuiet(world);
    const [ids, blobs] = [await idsOf(world, organisationId, trial.founder.email), await blobsOf(organisationId)];
    const all = await everyRow(world);
    const filled = tablesWith(all, [...ids, mark]);
    const others = [...all.keys()].filter((name) => name.startsWith("public.") && !filled.includes(name));
    expect(others.sort()).toEqual(not_of_an_organisation);
    const before = await rowsOf(payer);
    const keys = await deps.db
      .selectFrom("signer_certificate")
      .select(["key_id", "issuer", "serial", "certificate"])
      .where("organisation_id", "=", organisationId)
      .orderBy("level")
      .execute();
    // A signer's advanced certificate, and a seal.
    expect(keys.map(({ issuer }) => issuer)).toEqual(["issuing-1", "qualified-1"]);
    const recordsBefore = await readRecords(deps.db);
    const payersBlobs = await blobsOf(payer);

    // Nothing before its time, and nothing while the clock is in doubt.
    clock.move((trial_days - 1) * day_s);
    expect(await round()).toEqual(["warn-day-13 done"]);
    clock.move(day_s + 60);
    const doubted = {
      attest: () => {
        throw new Error("the clock is not trusted");
      },
    };
    await expect(runTrials({ ...deps, trustedTime: doubted }, { isDry: false })).rejects.toThrow("not trusted");
    expect(await round(true)).toEqual(["close due"]);
    expect((await logInAs(server, trial.founder)).answer.status).toBe(200);
    expect(await round()).toEqual(["close done"]);
    expect((await logInAs(server, trial.founder)).answer.body.code).toBe("ORGANIZATION_INACTIVE");
    const usage = await callApi("GET", `${server.url}/api/v1/usage`, {
      headers: { authorization: `Bearer ${trial.apiKey}` },
    });
    expect([usage.status, usage.body.code]).toEqual([403, "ORGANIZATION_INACTIVE"]);
    await nextMessage(sandbox.url, `cleo@${mark.toLowerCase()}.example`, {
      channel: "mail",
      about: /^(Beendet|Ended): /,
    });
    const [fetching] = trial.workflows.finished.signers;
    const ada = await logIn(fetching?.url ?? "");
    const [file] = trial.workflows.finished.documents;
    expect((await ada.fetch(`files/getFile/${file?.id}`)).status).toBe(200);

    // A mail that is not handed over keeps it.
    expect(await round()).toEqual([]);
    await untilQuiet(world);
    clock.move(day_s);
    await sql`update message set state = 'queued', settled_at = null where workflow_id = ${trial.workflows.open.workflow_id} and kind = 'cancelled'`.execute(
      deps.db,
    );
    expect(await round()).toEqual(["delete waits"]);
    await sql`update message set state = 'given_up', settled_at = now() where workflow_id = ${trial.workflows.open.workflow_id} and state = 'queued'`.execute(
      deps.db,
    );
    expect(await round(true)).toEqual(["delete due"]);
    expect(await round()).toEqual(["delete done"]);
    expect(await round()).toEqual([]);
    clock.move(day_s + 60);
    await forgetUnused(deps);

    const rows = await everyRow(world);
    expect(tablesWith(rows, [mark, marked_phone, ...blobs])).toEqual([]);
    const naming = tablesWith(rows, ids).filter((name) => !name.startsWith("pgboss."));
    expect(naming.filter((name) => !keeps_ids.includes(name))).toEqual([]);
    const files = namesInStorage();
    // Nothing is there that was not before, but the other organisation's.
    const isPayers = (path: string) => [...payersBlobs].some((blob) => path.endsWith(blob.slice(2)));
    expect(files.filter((path) => !filesBefore.includes(path) && !isPayers(path))).toEqual([]);
    for (const blob of blobs) expect(files.filter((path) => path.endsWith(blob.slice(2)))).toEqual([]);
    for (const path of files)
      expect(readFileSync(path).toString("latin1").toLowerCase()).not.toContain(mark.toLowerCase());

    // Of the certificate stays that it was issued, its revocation and its hash; its key is gone.
    for (const { key_id, issuer, serial, certificate } of keys) {
      expect(await statusOf(new Uint8Array(certificate), issuer)).toMatchObject({
        state: "revoked",
        reason: "cessationOfOperation",
      });
      const listed = async () => parseCrl(await fetched(`/pki/crl/${issuer}.crl`)).entries.get(serial);
      await expect.poll(listed, { timeout: 5_000 }).toMatchObject({ reason: "cessationOfOperation" });
      expect(await deps.db.selectFrom("key").select("key_id").where("key_id", "=", key_id).execute()).toEqual([]);
      const kept = await deps.db.selectFrom("issued_certificate").selectAll().where("serial", "=", serial).execute();
      expect(kept).toMatchObject([
        { certificate: null, certificate_hash: expect.stringMatching(/^[0-9a-f]{64}$/), status: "revoked" },
      ]);
    }
    // How the seal's holder was met is on record, for those who have the secret, for seven years after its end.
    const records = await deps.db.selectFrom("identification_record").selectAll().orderBy("route").execute();
    const ofSeal = { issuer: "qualified-1", serial: keys[1]?.serial };
    // By card twice: before the seal was issued, and for its new phone.
    expect(records).toMatchObject([
      { ...ofSeal, route: "eid" },
      { ...ofSeal, route: "eid" },
      { ...ofSeal, route: "on-site" },
    ]);
    expect(await readRecords(deps.db)).toEqual(recordsBefore);
    for (const record of records) expect(whoWasMet(world, record)).toMatchObject({ lastName: mark });
    const keptUntil = records[0]?.keep_until ?? new Date();
    await deleteOldRecords(deps.db, new Date(keptUntil.getTime() - 1));
    expect(keptUntil.getTime() - clock.now().getTime()).toBeGreaterThan(11.9 * 365 * day_s * 1_000);
    expect(await deps.db.selectFrom("identification_record").select("serial").execute()).toHaveLength(3);
    await deleteOldRecords(deps.db, keptUntil);
    expect(await deps.db.selectFrom("identification_record").select("serial").execute()).toEqual([]);
    expect((await verifyTrail(deps.db)).faults).toEqual([]);
    expect(await rowsOf(payer)).toEqual(before);
    expect(
      (
        await callApi("POST", `${server.url}/api/auth/checkPath`, {
          body: {
            workflow_id: trial.workflows.open.workflow_id,
            signer_id: trial.workflows.open.signers[1]?.signer_id,
          },
        })
      ).body.code,
    ).toBe("NO_WORKFLOW_FOUND");
    expect(await messagesTo(sandbox.url, trial.founder.email, "mail")).toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/ends soon/) }),
    );
  }, 120_000);
});
