/** What a newcomer finds: an organisation, an API key and workflows of every signer type (decisions.md §1, §13). */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { signerType } from "@siegel/contract/calls/workflow.ts";
import type { OrganisationId } from "@siegel/contract/ids.ts";
import { loginLink } from "@siegel/contract/login-link.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import { z } from "zod";
import type { ServerDeps } from "../deps.ts";
import { type ApiToken, createToken, findToken, seedDemoOrganisation } from "../rooms/accounts/accounts.ts";
import { hasAccount, makeAdministrator } from "../rooms/administrators/administrators.ts";
import { certifyDemoPerson } from "../rooms/certificates/certificates.ts";
import { addOperator } from "../rooms/operators/operators.ts";
import { type DemoSigner, demoSigners, makeWorkflow } from "./demo-workflows.ts";

const demoWorkflow = z.object({
  signer_type: signerType,
  workflow_id: z.string(),
  signer_id: z.string(),
  url: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  password: z.string().nullable(),
  /** What opens the signer's key; null: of a type without one, or still to identify. */
  certificate_password: z.string().nullable().default(null),
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
  // At once: each waits for processes that start.
  const workflows = await Promise.all(demoSigners.map((signer) => makeReady(deps, token, signer)));
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

/** A workflow, and the certificate of a signer whom the demo calls met. */
async function makeReady(
  deps: ServerDeps,
  token: ApiToken,
  signer: DemoSigner,
): Promise<DemoFacts["workflows"][number]> {
  const [certificate_password, ids] = await Promise.all([
    signer.wasMet ? certify(deps, signer, token.organisationId) : null,
    makeWorkflow(deps, token, signer),
  ]);
  const { type: signer_type, email, phone = null } = signer;
  const url = loginLink(deps.publicUrl, ids, false);
  return { signer_type, ...ids, url, email, phone, password: null, certificate_password };
}

async function certify(deps: ServerDeps, signer: DemoSigner, demoOrganisation: string): Promise<string> {
  const { type, first_name: firstName, last_name: lastName, email, phone = "" } = signer;
  const password = `Leuchtturm-${deps.random.digits(6)}!`;
  const organisationId = isSeal(type) ? demoOrganisation : null;
  await certifyDemoPerson(deps, { firstName, lastName, email, phone, organisationId, password });
  return password;
}
