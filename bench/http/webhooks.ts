/**
 * `webhooks.rate`: deliveries a second to one receiver ÷ bare POSTs a second to the same one, four at a time like them.
 * `webhooks.beside`: the same deliveries while another receiver never answers ÷ alone.
 */
import { type Product, startProduct } from "../../e2e/product.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../fixtures/webhook-receiver.ts";
import { atEffort, type Bench, type Effort, type Figure, runs_of_a_figure } from "../figure.ts";
import { median, rounded } from "../interleave.ts";

const deliveries = 1_000;
const at_once = 4;

type World = { readonly product: Product; readonly living: WebhookReceiver; readonly dead: WebhookReceiver };

async function withWorld<T>(act: (world: World) => Promise<T>): Promise<T> {
  const [product, living, dead] = [await startProduct(), await startWebhookReceiver(), await startWebhookReceiver()];
  dead.reply = () => null;
  try {
    return await act({ product, living, dead });
  } finally {
    await Promise.all([product.stop(), living.close(), dead.close()]);
  }
}

let inserted = 0;

/** Writes events that are due at once, each in a lane of its own. */
async function insert({ product }: World, receiver: WebhookReceiver, count: number): Promise<void> {
  inserted += 1;
  const token = product.demo.apiKey.split("_")[1] ?? "";
  await product.query(
    `with receiver as (
       insert into webhook_receiver (receiver_id, organisation_id, origin)
       select $1, organisation_id, $2 from api_token where token_id = $3
       on conflict (organisation_id, origin) do update set failing_since = null
       returning receiver_id, organisation_id)
     insert into webhook_delivery
       (delivery_id, receiver_id, organisation_id, token_id, type, url, body, lane, created_at, tries_since, due_at)
     select $1 || n, receiver_id, organisation_id, $3, 'test.ping', $2 || '/', '{"type":"test.ping"}', $1 || n, at, at, at
       from receiver, generate_series(1, $4::int) n, date_trunc('milliseconds', now()) at`,
    [`evt_bench${inserted}x`, receiver.url, token, count],
  );
}

/** Deliveries a second, from the first to the last. */
async function deliver(world: World, count: number): Promise<number> {
  const { living } = world;
  living.received.splice(0);
  await insert(world, living, count);
  while (living.received.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  const [first, last] = [living.received.at(0)?.at ?? 0, living.received.at(-1)?.at ?? 0];
  return count / ((last - first) / 1_000);
}

/** Bare POSTs a second, on connections that are kept. */
async function post({ living }: World, count: number): Promise<number> {
  const begun = performance.now();
  let left = count;
  const work = async (): Promise<void> => {
    while (left-- > 0) await fetch(living.url, { method: "POST", body: '{"type":"test.ping"}' });
  };
  await Promise.all(Array.from({ length: at_once }, work));
  return count / ((performance.now() - begun) / 1_000);
}

type Rates = { readonly value: number; readonly baseline: number };

async function measure(
  name: string,
  effort: Effort,
  run: (world: World, count: number) => Promise<Rates>,
): Promise<Figure> {
  return await withWorld(async (world) => {
    const count = atEffort(effort, deliveries, 20);
    const runs: Rates[] = [];
    for (let n = 0; n < atEffort(effort, runs_of_a_figure); n += 1) runs.push(await run(world, count));
    const ratios = runs.map(({ value, baseline }) => rounded(value / baseline));
    const [value, baseline] = [median(runs.map((one) => one.value)), median(runs.map((one) => one.baseline))];
    const note = `${rounded(value)} a second ÷ ${rounded(baseline)} a second`;
    return { name, value: median(ratios), baseline: rounded(baseline), unit: "ratio", runs: ratios, note };
  });
}

/** At least 0.3 of what bare POSTs come to. */
export const webhooksRate: Bench = {
  name: "webhooks.rate",
  floor: { at: "least", value: 0.3, goal: 0.5 },
  measure: (effort) =>
    measure("webhooks.rate", effort, async (world, count) => ({
      value: await deliver(world, count),
      baseline: await post(world, count),
    })),
};

/** At most a tenth is lost beside a receiver that never answers. */
export const webhooksBeside: Bench = {
  name: "webhooks.beside",
  floor: { at: "least", value: 0.9, goal: 1 },
  measure: (effort) =>
    measure("webhooks.beside", effort, async (world, count) => {
      const baseline = await deliver(world, count);
      await insert(world, world.dead, count);
      const value = await deliver(world, count);
      await world.product.query("delete from webhook_delivery where state = 'waiting'", []);
      return { value, baseline };
    }),
};
