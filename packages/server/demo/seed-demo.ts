/** What a newcomer finds: an organisation, an API key and one workflow for each signer type that works (decisions.md §1). */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type SentWorkflow, sentWorkflow } from "@siegel/contract/calls/sending.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { z } from "zod";
import type { ServerDeps } from "../deps.ts";
import { type ApiToken, createToken, findToken, seedDemoOrganisation } from "../rooms/accounts/accounts.ts";
import { hasAccount, makeAdministrator } from "../rooms/administrators/administrators.ts";
import { addOperator } from "../rooms/operators/operators.ts";
import { createWorkflow } from "../rooms/sending/sending.ts";
import { demoDocument, places } from "./demo-document.ts";

const demoWorkflow = z.object({
  signer_type: z.string(),
  workflow_id: z.string(),
  signer_id: z.string(),
  url: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  password: z.string().nullable(),
});

const demoFacts = z.object({
  baseUrl: z.string(),
  sandboxUrl: z.string(),
  apiKey: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }).nullable(),
  operator: z
    .object({
      email: z.string(),
      password: z.string(),
      totp_secret: z.string(),
      recovery_codes: z.array(z.string()),
    })
    .nullable(),
  workflows: z.array(demoWorkflow),
});

/** The facts of `demo.json`; areas that do not exist yet are null. */
export type DemoFacts = z.infer<typeof demoFacts>;

const types = ["s_signature", "a_signature", "a_seal"] as const satisfies readonly SignerType[];
const persons = {
  s_signature: { first_name: "Jonas", last_name: "Brandt", email: "jonas.brandt@example.org" },
  a_signature: {
    first_name: "Erika",
    last_name: "Mustermann",
    email: "erika.mustermann@example.org",
    phone: "+4915123456789",
  },
  a_seal: {
    first_name: "Frauke",
    last_name: "Petersen",
    email: "frauke.petersen@hafenwerk.example",
    phone: "+4917612345678",
  },
} as const;

/** Seeds once; later starts answer the same facts from the data folder. */
export async function seedDemo(deps: ServerDeps): Promise<DemoFacts> {
  const file = join(deps.config.dataDir, "demo.json");
  const { organisationId } = await seedDemoOrganisation(deps);
  const kept = await keptFacts(deps, file);
  const facts = kept
    ? await withOperator(deps, await withAdministrator(deps, movedTo(deps, kept), organisationId))
    : await makeFacts(deps, organisationId);
  // Written whole or not at all: a reader may wait for this file.
  writeFileSync(`${file}.tmp`, `${JSON.stringify(facts, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return facts;
}

/** The facts of an earlier start, if its key still opens this database. */
async function keptFacts(deps: ServerDeps, file: string): Promise<DemoFacts | null> {
  if (!existsSync(file)) return null;
  const parsed = demoFacts.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) return null;
  const found = await findToken(deps.db, parsed.data.apiKey, deps.clock.now());
  return found.ok ? parsed.data : null;
}

/** The same workflows under the addresses of this start. */
function movedTo(deps: ServerDeps, facts: DemoFacts): DemoFacts {
  const workflows = facts.workflows.map((one) => ({ ...one, url: loginLink(deps.publicUrl, one, false) }));
  return { ...facts, ...addresses(deps), workflows };
}

/** A data folder of a version that had no administrators gets one. */
async function withAdministrator(deps: ServerDeps, facts: DemoFacts, organisationId: string): Promise<DemoFacts> {
  if (facts.admin !== null) return facts;
  return { ...facts, admin: await makeDemoAdministrator(deps, organisationId as OrganisationId) };
}

/** A data folder of a version that had no operators gets one. */
async function withOperator(deps: ServerDeps, facts: DemoFacts): Promise<DemoFacts> {
  return facts.operator === null ? { ...facts, operator: await makeDemoOperator(deps) } : facts;
}

const addresses = (deps: ServerDeps) => ({ baseUrl: deps.publicUrl, sandboxUrl: deps.config.sandbox?.url ?? "" });

async function makeFacts(deps: ServerDeps, organisationId: string): Promise<DemoFacts> {
  const { tokenId, apiKey } = await createToken(deps, { organisationId, name: "Demo" });
  const token: ApiToken = { tokenId, name: "Demo", organisationId };
  const workflows: DemoFacts["workflows"] = [];
  for (const type of types) workflows.push(await makeWorkflow(deps, token, type));
  const admin = await makeDemoAdministrator(deps, organisationId as OrganisationId);
  return { ...addresses(deps), apiKey, admin, operator: await makeDemoOperator(deps), workflows };
}

const administrator = {
  role: "admin",
  firstName: "Frauke",
  lastName: "Petersen",
  email: "frauke.petersen@hafenwerk.example",
  phone: "+4917612345678",
  language: "de",
} as const;

/** An earlier start may have made the account. Its password is not stored, so there is none to tell. */
async function makeDemoAdministrator(deps: ServerDeps, organisationId: OrganisationId): Promise<DemoFacts["admin"]> {
  const { email } = administrator;
  if (await hasAccount(deps.db, email)) return null;
  const password = `Hafen-${deps.random.digits(6)}!a`;
  await makeAdministrator(deps, { ...administrator, organisationId, password });
  return { email, password };
}

const operator = { firstName: "Meike", lastName: "Lorenzen", email: "m.lorenzen@siegel.example" } as const;

/** An earlier start may have made the operator. Password and app are not stored in the open, so there is none to tell. */
async function makeDemoOperator(deps: ServerDeps): Promise<DemoFacts["operator"]> {
  const made = await addOperator(deps, { ...operator, issuer: deps.providerName });
  if (!made.ok) return null;
  const { password, secret, recoveryCodes } = made;
  return { email: operator.email, password, totp_secret: secret, recovery_codes: [...recoveryCodes] };
}

async function makeWorkflow(
  deps: ServerDeps,
  token: ApiToken,
  type: (typeof types)[number],
): Promise<DemoFacts["workflows"][number]> {
  const person = persons[type];
  const sent = await requestFor(type);
  const created = await createWorkflow(deps, { token, sent }, async () => undefined);
  if (!created.ok) throw new Error(`the demo's workflow was refused: ${created.code} ${created.messages ?? ""}`);
  const ids = { workflow_id: created.answer.workflowId, signer_id: created.answer.signers[0]?.signerId ?? "" };
  const phone = "phone" in person ? person.phone : null;
  return {
    signer_type: type,
    ...ids,
    url: loginLink(deps.publicUrl, ids, false),
    email: person.email,
    phone,
    password: null,
  };
}

async function requestFor(type: (typeof types)[number]): Promise<SentWorkflow> {
  const title = type === "a_seal" ? "Nutzungsvertrag, Ausfertigung der Genossenschaft" : "Dauernutzungsvertrag";
  const content = Buffer.from(await demoDocument(title, "lease", isSeal(type) ? "seal" : "sign")).toString("base64");
  const attachments = type === "a_signature" ? await attachmentsOf(`${title}.pdf`) : [];
  const document = `${title}.pdf`;
  // Through the same schema as a sender's request: the demo cannot do what a sender could not.
  return sentWorkflow.parse({
    name: `${title} Speicherstraße 12`,
    description: `Bitte lesen und ${isSeal(type) ? "siegeln" : "unterschreiben"} Sie den Vertrag. Den Ort können Sie eintragen, wenn Sie mögen.`,
    initiator: { first_name: "Malte", last_name: "Sievers", email: "malte.sievers@hafenwerk.example" },
    documents: [{ name: document, content }, ...attachments],
    signers: [
      {
        reference: "mitglied",
        type,
        ...persons[type],
        ...(type === "a_seal" ? { organisation: "Hafenwerk Wohnungsgenossenschaft eG" } : {}),
        fields: [
          { document, kind: "signature", page: 1, rect: [...places.signature] },
          { document, kind: "text", page: 1, rect: [...places.place], name: "Ort", required: false },
          ...attachments
            .filter(({ sign = true }) => sign)
            .map(({ name }) => ({ document: name, kind: "signature", page: 1, rect: [...places.signature] })),
        ],
      },
    ],
  });
}

/** § 4 of the lease names the protocol; it is signed with the lease, the rules of the house are shown. */
async function attachmentsOf(lease: string): Promise<SentWorkflow["documents"]> {
  const make = async (title: string, text: "protocol" | "houseRules") => ({
    name: `${title}.pdf`,
    content: Buffer.from(await demoDocument(title, text)).toString("base64"),
    attachment_of: lease,
  });
  return [await make("Übergabeprotokoll", "protocol"), { ...(await make("Hausordnung", "houseRules")), sign: false }];
}
