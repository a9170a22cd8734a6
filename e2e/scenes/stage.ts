/** Where a scene plays, and what its people are sent. */
import type { BrowserContext, Page } from "playwright-core";
import type { At } from "../journey.ts";
import { onePagePdf } from "../pdf.ts";
import type { Product } from "../product.ts";
import { person, send } from "../sender.ts";

/** Told of a screen once it stands. `underWay`: something is held back, so that it does not come to rest by itself. */
export type Look = (screen: string, state?: { readonly underWay: true }) => Promise<void>;

/** A fresh browser before a running product. */
export type PassingStage = {
  readonly product: Pick<Product, "demo" | "query">;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly at: At;
  /** For a state on the way to a screen, or like one: looked at as every other, but no picture of it is kept. */
  readonly pass: Look;
};

/** Where a scene plays that has screens of its own. */
export type Stage = PassingStage & {
  /** For a screen whose picture is kept. Its name is the picture's: letters, digits, hyphens. */
  readonly show: Look;
};

/** Sends what it needs and shows or passes what comes, reached as a person reaches it. */
export type Scene = (stage: Stage) => Promise<void>;
/** The same without a screen of its own. */
export type PassingScene = (stage: PassingStage) => Promise<void>;

type Signer = Parameters<typeof person>[1];
type More = Parameters<typeof send>[3];

/** Far enough that no page calls it soon; a fixed day, so that pictures of different days are the same. */
export const expires_at = "2036-12-04T22:59:00Z";
/** Who signs. */
export const somebody = { first_name: "Katharina", last_name: "Brückner-Özdemir", email: "k.brueckner@example.org" };

/** One signer's workflow with a document of one page and a field. */
export async function sent(
  { product }: PassingStage,
  type: "s_signature" | "a_signature" | "a_seal",
  { signer: about = {}, more = {} }: { readonly signer?: Signer; readonly more?: More } = {},
) {
  const signer = person(type, { ...somebody, reference: "signer", ...about });
  const created = await send(product.demo, onePagePdf({ field: "signer.Ort" }), [signer], {
    name: "Dauernutzungsvertrag Wohnung 4.12, Speicherstraße 8",
    description: "Bitte bis zum Einzug unterschreiben.",
    expires_at,
    ...more,
  });
  return { created, url: created.signers[0]?.url ?? "", phone: signer.phone ?? "" };
}

/** Lets a workflow's time run out. */
export const expire = ({ product }: PassingStage, workflow: { readonly workflow_id: string }): Promise<number> =>
  product.query("update workflow set expires_at = '2026-11-01T12:00:00Z' where workflow_id = $1", [
    workflow.workflow_id,
  ]);

/** Countdowns stand where they begin, while everything else goes on. */
export const stopClock = (page: Page): Promise<void> => page.clock.setFixedTime(new Date());
