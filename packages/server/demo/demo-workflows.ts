/** The workflows of the demo: one of each signer type, and of the qualified types one more, whose signer is still to identify. */
import { type SentWorkflow, sentWorkflow } from "@siegel/contract/calls/sending.ts";
import type { SignerType } from "@siegel/contract/calls/workflow.ts";
import { isSeal } from "@siegel/contract/signer-kind.ts";
import type { ServerDeps } from "../deps.ts";
import type { ApiToken } from "../rooms/accounts/accounts.ts";
import { createWorkflow } from "../rooms/sending/sending.ts";
import { demoDocument, places } from "./demo-document.ts";

/** Somebody who signs or seals in the demo. */
export type DemoSigner = {
  readonly type: SignerType;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone?: string;
  /** Whether they have a qualified certificate from the start. */
  readonly wasMet?: boolean;
};

/** In the order in which `npm start` prints them. */
export const demoSigners: readonly DemoSigner[] = [
  { type: "s_signature", first_name: "Jonas", last_name: "Brandt", email: "jonas.brandt@example.org" },
  {
    type: "a_signature",
    first_name: "Erika",
    last_name: "Mustermann",
    email: "erika.mustermann@example.org",
    phone: "+4915123456789",
  },
  {
    type: "a_seal",
    first_name: "Frauke",
    last_name: "Petersen",
    email: "frauke.petersen@hafenwerk.example",
    phone: "+4917612345678",
  },
  {
    type: "q_signature",
    first_name: "Hinnerk",
    last_name: "Claussen",
    email: "hinnerk.claussen@example.org",
    phone: "+4915155512345",
    wasMet: true,
  },
  {
    type: "q_seal",
    first_name: "Frauke",
    last_name: "Petersen",
    email: "frauke.petersen@hafenwerk.example",
    phone: "+4917612345678",
    wasMet: true,
  },
  { type: "q_signature", first_name: "Wiebke", last_name: "Harms", email: "wiebke.harms@example.org" },
  { type: "q_seal", first_name: "Ole", last_name: "Matthiesen", email: "ole.matthiesen@hafenwerk.example" },
];

/** Sends the workflow of a signer. @throws when the service refuses it */
export async function makeWorkflow(
  deps: ServerDeps,
  token: ApiToken,
  signer: DemoSigner,
): Promise<{ readonly workflow_id: string; readonly signer_id: string }> {
  const sent = await requestFor(signer);
  const created = await createWorkflow(deps, { token, sent }, async () => undefined);
  if (!created.ok) throw new Error(`the demo's workflow was refused: ${created.code} ${created.messages ?? ""}`);
  return { workflow_id: created.answer.workflowId, signer_id: created.answer.signers[0]?.signerId ?? "" };
}

async function requestFor({ type, wasMet: _wasMet, ...person }: DemoSigner): Promise<SentWorkflow> {
  const title = isSeal(type) ? "Nutzungsvertrag, Ausfertigung der Genossenschaft" : "Dauernutzungsvertrag";
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
        ...person,
        ...(isSeal(type) ? { organisation: "Hafenwerk Wohnungsgenossenschaft eG" } : {}),
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
