/** Operators for tests: made as the command makes them, logged in over HTTP with a code of their app. */
import { Secret, TOTP } from "otpauth";
import { type ApiAnswer, callApi } from "../../../fixtures/api-call.ts";
import { addOperator } from "../rooms/operators/operators.ts";
import type { TestServer } from "./test-server.ts";

/** What an operator knows and has. */
export type TestOperator = {
  readonly email: string;
  readonly password: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
};

/** Makes an operator. */
export async function makeOperator({ deps }: TestServer, lastName = "Lorenzen"): Promise<TestOperator> {
  const email = `${deps.random.id()}@siegel.example`;
  const made = await addOperator(deps, { email, firstName: "Meike", lastName, issuer: "test" });
  if (!made.ok) throw new Error(`no operator was made: ${made.code}`);
  return { email, ...made };
}

/** The code that the app shows now. */
export const codeOf = ({ clock }: TestServer, { secret }: TestOperator): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() });

/** Logs in; `cookie` is what the browser would send from then on. Left out: the code of the app, now. */
export async function logInOperatorAs(
  server: TestServer,
  operator: TestOperator,
  {
    totp = codeOf(server, operator),
    password = operator.password,
    headers = {},
  }: {
    readonly totp?: string;
    readonly password?: string;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<{ readonly answer: ApiAnswer; readonly cookie: string }> {
  const body = { email: operator.email, password, ...(totp === "" ? {} : { totp }) };
  const answer = await callApi("POST", `${server.url}/api/operator/login`, { body, headers });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { answer, cookie };
}

/** What an operator notes of somebody whom they met, as the desk sends it. */
export const personMet = (own: Readonly<Record<string, unknown>> = {}) => ({
  ...{ first_name: "Katharina", last_name: "Brückner", birthdate: "1984-05-17", nationality: "DE" },
  ...{ email: "k.brueckner@mail.example", phone: "+49 151 23456748", language: "en" },
  ...{ document_kind: "id_card", document_number: "L01X00T47", document_issuer: "Hamburg" },
  document_valid_until: "2031-06-30",
  confirmed: { face: true, document: true, phone: true },
  ...own,
});
