/**
 * `admin.tables`: the first page of tokens and of people in an organisation with 10,000 of each and a million workflows ÷ with 100.
 * `admin.login`: the 99th percentile of an administrator's login ÷ one argon2id.
 */
import pg from "pg";
import { callApi } from "../../fixtures/api-call.ts";
import { hashPassword, salt_bytes } from "../../packages/kernel/mac/password-hash.ts";
import { atEffort, type Bench, type Effort, type Figure, runs_of_a_figure } from "../figure.ts";
import { median, middlemost, rounded } from "../interleave.ts";
import { bulk, fill, set, sizes } from "./growth.ts";
import { type LoadedProduct, withProduct } from "./journeys.ts";

const rows = { small: 100, large: 10_000 };
const pages_of_a_round = 50;
const logins_of_a_run = 200;

type Session = { readonly baseUrl: string; readonly cookie: string; readonly organisation: string };

/** Logs the demo's administrator in, and answers how long it took, in seconds. */
async function timedLogin({ demo }: LoadedProduct): Promise<{ readonly seconds: number; readonly session: Session }> {
  const { admin, baseUrl } = demo;
  if (admin === null) throw new Error("the demo has no administrator");
  const begun = performance.now();
  const answer = await callApi<{ user: { organization_id: string } }>("POST", `${baseUrl}/api/auth/admin_login`, {
    body: { email: admin.email, password: admin.password },
  });
  const seconds = (performance.now() - begun) / 1_000;
  if (answer.status !== 200) throw new Error(`the login was answered ${answer.status} ${answer.body.code}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { seconds, session: { baseUrl, cookie, organisation: answer.body.data.user.organization_id } };
}

/** Writes tokens and people until the organisation has so many of each. */
async function addRows(product: LoadedProduct, { organisation }: Session, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into api_token (token_id, licence_id, organisation_id, name, secret_hash, created_at)
       select lpad(n::text, 26, '0'), l.licence_id, l.organisation_id, 'Program ' || n, md5(n::text), now() - n * interval '1 minute'
         from licence l, generate_series(1, $2::int) n where l.organisation_id = $1`,
      [organisation, count],
    );
    await client.query(
      `insert into administrator
         (administrator_id, organisation_id, state, role, first_name, last_name, email, language, password_hash, created_at)
       select lpad(n::text, 26, '0'), $1, 'active', 'user', 'Person ' || md5(n::text), 'Petersen', 'p' || n || '@bench.example', 'de', 'none', now()
         from generate_series(1, $2::int) n`,
      [organisation, count],
    );
    await client.query("analyze api_token, administrator");
  } finally {
    await client.end();
  }
}

/** The middlemost time of both first pages together, in seconds. */
async function pageTime(session: Session, count: number): Promise<number> {
  const { baseUrl, cookie, organisation } = session;
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const begun = performance.now();
    for (const path of ["tokens", `getAccountAdministrator/${organisation}`]) {
      const { status } = await callApi("GET", `${baseUrl}/api/account/${path}`, { headers: { cookie } });
      if (status !== 200) throw new Error(`${path} was answered ${status}`);
    }
    times.push((performance.now() - begun) / 1_000);
  }
  return median(times);
}

type Round = { readonly large: number; readonly small: number };

/** The figure: at most 1.5. */
export const adminTables: Bench = {
  name: "admin.tables",
  floor: { at: "most", value: 1.5, goal: 1.1 },
  measure: (effort) =>
    withProduct((large) =>
      withProduct(async (small) => {
        const { large: workflows } = sizes(effort);
        await store(large, workflows, effort);
        await fill(small, rows.small);
        const [many, few] = [(await timedLogin(large)).session, (await timedLogin(small)).session];
        await addRows(large, many, atEffort(effort, rows.large, rows.small));
        await addRows(small, few, rows.small);
        const count = atEffort(effort, pages_of_a_round);
        // Neither is measured with what it reads for the first time.
        await Promise.all([pageTime(many, count), pageTime(few, count)]);
        const rounds: Round[] = [];
        for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1)
          rounds.push({ small: await pageTime(few, count), large: await pageTime(many, count) });
        const middle = middlemost(rounds, ratioOf);
        return {
          name: "admin.tables",
          value: ratioOf(middle),
          baseline: rounded(middle.small * 1_000),
          unit: "ratio",
          runs: rounds.map(ratioOf),
          note: `tokens and people, ${workflows} workflows: ${rounded(middle.large * 1_000)} ms ÷ ${rounded(middle.small * 1_000)} ms`,
        };
      }),
    ),
};
const ratioOf = ({ large, small }: Round): number => rounded(large / small);

async function store(product: LoadedProduct, workflows: number, effort: Effort): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    if (effort === "full") await set(client, bulk);
    await fill(product, workflows);
    if (effort === "full") await set(client, []);
  } finally {
    await client.end();
  }
}

/** The figure: at most 3. */
export const adminLogin: Bench = {
  name: "admin.login",
  floor: { at: "most", value: 3, goal: 1.5 },
  measure: (effort) =>
    withProduct(async (product): Promise<Figure> => {
      const count = atEffort(effort, logins_of_a_run, 3);
      const salt = new Uint8Array(salt_bytes);
      await timedLogin(product);
      await hashPassword("warm", salt);
      const runs: { readonly p99: number; readonly hash: number }[] = [];
      for (let run = 0; run < atEffort(effort, runs_of_a_figure); run += 1) {
        const [logins, hashes]: [number[], number[]] = [[], []];
        for (let n = 0; n < count; n += 1) {
          logins.push((await timedLogin(product)).seconds);
          const begun = performance.now();
          await hashPassword("Speicher-8!", salt);
          hashes.push((performance.now() - begun) / 1_000);
        }
        const sorted = logins.toSorted((a, b) => a - b);
        runs.push({ p99: sorted[Math.ceil(count * 0.99) - 1] ?? 0, hash: median(hashes) });
      }
      const ratio = ({ p99, hash }: (typeof runs)[number]): number => rounded(p99 / hash);
      const middle = middlemost(runs, ratio);
      return {
        name: "admin.login",
        value: ratio(middle),
        baseline: rounded(middle.hash * 1_000),
        unit: "ratio",
        runs: runs.map(ratio),
        note: `p99 of ${count}: ${rounded(middle.p99 * 1_000)} ms ÷ ${rounded(middle.hash * 1_000)} ms`,
      };
    }),
};
