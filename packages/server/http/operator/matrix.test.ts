/** Who may make the calls of the operator's desk: every registered one, by every kind of caller. A call without a row here fails. */
import { beforeAll, describe, expect, it } from "vitest";
import { callApi } from "../../../../fixtures/api-call.ts";
import { logInAs, makeAccount, makeOrganisation } from "../../test/administrators.ts";
import { create, idsOf, signer } from "../../test/api-client.ts";
import { logInOperatorAs, makeOperator, personMet } from "../../test/operators.ts";
import { meet } from "../../test/qualified-signer.ts";
import { leaveReview } from "../../test/reviews.ts";
import { useTestServer } from "../../test/test-server.ts";

const server = useTestServer();

/** `status`: what an operator gets; 200 unless it is refused for a reason that is no question of rights. */
type Row = { readonly body?: unknown; readonly status?: number };
const representative = { first_name: "Ingrid", last_name: "Solheim", email: "i.solheim@nordlicht.example" };

const rows: Readonly<Record<string, Row>> = {
  "POST /api/operator/extendSession": { body: {} },
  "GET /api/operator/desk": {},
  "GET /api/operator/organisations": {},
  "GET /api/operator/organisations/{id}": {},
  "PUT /api/operator/organisations/{id}/active": { body: { active: true } },
  "PUT /api/operator/organisations/{id}/licence": { body: { limits: { qes: 5 } } },
  "GET /api/operator/organisations/{id}/people": {},
  "PUT /api/operator/people/{id}/active": { body: { active: true } },
  // Nothing is set up that could be removed.
  "DELETE /api/operator/people/{id}/factor": { status: 409 },
  "PUT /api/operator/organisations/{id}/register": {
    body: {
      legal_name: "Nordlicht Robotics GmbH",
      organization_identifier: "NTRDE-HRB160442",
      country: "DE",
      locality: "Kiel",
      extract_reference: "Amtsgericht Kiel, HRB 160442",
      extract_day: new Date().toISOString().slice(0, 10),
      representatives: [representative],
    },
  },
  "POST /api/operator/organisations/{id}/register/confirm": { body: { check_id: "none" }, status: 409 },
  "DELETE /api/operator/organisations/{id}/register/check": { status: 409 },
  "GET /api/operator/cases": {},
  "POST /api/operator/cases": { body: personMet({ email: "another@mail.example" }), status: 201 },
  "GET /api/operator/cases/{id}": {},
  // Its link was sent just now.
  "POST /api/operator/cases/{id}/link": { body: {}, status: 429 },
  "DELETE /api/operator/cases/{id}": {},
  "GET /api/operator/reviews": {},
  "GET /api/operator/reviews/{id}": {},
  "POST /api/operator/reviews/{id}/reject": { body: { reason: "Another person." } },
  "GET /api/operator/certificates": {},
  "GET /api/operator/certificates/{id}": {},
  // Nothing waits.
  "POST /api/operator/certificates/{id}/revocation/confirm": { body: { order_id: "none" }, status: 409 },
  "DELETE /api/operator/certificates/{id}/revocation": { status: 409 },
  "POST /api/operator/certificates/{id}/revocation": { body: { reason: "superseded", evidence: "A letter." } },
  "GET /api/operator/organisations/{id}/certificates": {},
  "POST /api/operator/organisations/{id}/certificates/revocation/confirm": { body: { order_id: "none" }, status: 409 },
  "DELETE /api/operator/organisations/{id}/certificates/revocation": { status: 409 },
  "POST /api/operator/organisations/{id}/certificates/revocation": {
    body: { reason: "superseded", evidence: "Gone." },
  },
  "GET /api/operator/authority": {},
  // It is decided.
  "POST /api/operator/reviews/{id}/approve": { body: { same_person: true, reason: "The same." }, status: 409 },
};

type Operation = { readonly security?: readonly Readonly<Record<string, unknown>>[] };
type Described = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

let calls: ReadonlyArray<{ readonly name: string; readonly isOperator: boolean }> = [];
let callers: Readonly<Record<"nobody" | "signer" | "token" | "user" | "admin" | "operator", Record<string, string>>>;
let ids: Readonly<Record<"organisation" | "person" | "case" | "review" | "certificate", string>>;

beforeAll(async () => {
  const at = server.current();
  const described = (await (await fetch(`${at.url}/api/openapi.json`)).json()) as Described;
  calls = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security = [] }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      isOperator: security.some((one) => "operator" in one),
    })),
  );
  const cookieOf = async (account: { readonly email: string }) => ({ cookie: (await logInAs(at, account)).cookie });
  const created = await create(at, { signers: [signer("a", "s_signature")] });
  const { workflow, signer: signerId } = idsOf(created, 0);
  const login = await callApi<{ workflow: { accessToken: string } }>(
    "POST",
    `${at.url}/api/auth/workflowLogin/${workflow}/${signerId}`,
    { body: { workflow: { gtcChecked: true } } },
  );
  const cookies = login.headers.getSetCookie().map((line) => line.split(";")[0]);
  callers = {
    nobody: {},
    signer: { authorization: `Bearer ${login.body.data.workflow.accessToken}`, cookie: cookies.join("; ") },
    token: { authorization: `Bearer ${at.apiKey}` },
    user: await cookieOf(await makeAccount(at, { role: "user" })),
    admin: await cookieOf(await makeAccount(at)),
    operator: { cookie: (await logInOperatorAs(at, await makeOperator(at))).cookie },
  };
  const organisation = await makeOrganisation(at, "Nordlicht Robotics GmbH");
  const met = await callApi<{ case_id: string }>("POST", `${at.url}/api/operator/cases`, {
    body: personMet(),
    headers: callers.operator,
  });
  const review = await leaveReview(at, { workflow_id: workflow, signer_id: signerId });
  const person = (await makeAccount(at, { of: organisation })).id;
  const { certificateId: certificate } = await meet(at);
  ids = { organisation, person, case: met.body.data.case_id, review, certificate };
});

async function answerOf(name: string, caller: keyof typeof callers, id?: string): Promise<number> {
  const [method = "", path = ""] = name.split(" ");
  const kinds = {
    people: ids.person,
    cases: ids.case,
    reviews: ids.review,
    organisations: ids.organisation,
    certificates: ids.certificate,
  };
  const [, own = ""] = Object.entries(kinds).find(([kind]) => path.startsWith(`/api/operator/${kind}/`)) ?? [];
  const { status } = await callApi(method, server.current().url + path.replace("{id}", id ?? own), {
    ...(method === "GET" || method === "DELETE" ? {} : { body: rows[name]?.body ?? {} }),
    headers: callers[caller],
  });
  return status;
}

describe("the matrix of the operator's calls", () => {
  it("has a row for every call of operators, and for no other", () => {
    const registered = calls.filter(({ isOperator }) => isOperator).map(({ name }) => name);
    expect(Object.keys(rows).sort()).toEqual(registered.sort());
  });

  it.each(Object.entries(rows))("%s: operators alone", async (name, { status = 200 }) => {
    for (const caller of ["nobody", "signer", "token", "user", "admin"] as const)
      expect([caller, await answerOf(name, caller)]).toEqual([caller, 401]);
    expect(await answerOf(name, "operator")).toBe(status);
    if (name.includes("{id}")) expect(await answerOf(name, "operator", "0".repeat(26))).toBe(404);
  });

  it("an operator's session opens no call of signers, senders or administrators", async () => {
    const others = calls.filter(
      ({ name, isOperator }) => !isOperator && /^(GET|DELETE) \/api\/(files|workflow|v1|account\/[og])/.test(name),
    );
    expect(others.length).toBeGreaterThan(8);
    for (const { name } of others) {
      const [method = "", path = ""] = name.replace(/\{\w+\}/g, "0".repeat(26)).split(" ");
      const told = await callApi(method, server.current().url + path, { headers: callers.operator });
      expect([name, told.status]).toEqual([name, 401]);
    }
  });
});
