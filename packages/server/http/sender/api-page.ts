/** The readable page of the API: plain HTML without scripts, made of the OpenAPI document and a guide. */
import { fieldsTable, type Parameter, parametersTable, type Schema, shapeOf, typeOf } from "./api-fields.ts";
import { chapters } from "./api-guide.ts";
import { copied, escapeHtml, json, sentence } from "./html.ts";
import type { Addresses } from "./quick-start.ts";

/** The parts of an OpenAPI document that the page shows. */
export type ApiDescription = {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

type Media = { readonly schema?: Schema; readonly example?: unknown };
type Body = { readonly description?: string; readonly content?: Readonly<Record<string, Media>> };
type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
  readonly "x-codeSamples"?: ReadonlyArray<{ readonly label: string; readonly source: string }>;
};
type Placed = { readonly path: string; readonly method: string; readonly operation: Operation };
type Schemas = Readonly<Record<string, Schema>>;

const own = "sender";
/** Calls that only pages of ours make: who reads this page has no use for them. */
const unread: ReadonlySet<string> = new Set(["administrator", "operator"]);
const elsewhere = 'They are described in <a href="/api/openapi.json">openapi.json</a>.';

/** Renders the page; the addresses stand in its commands. */
export function renderApiPage(description: ApiDescription, addresses: Addresses): string {
  const schemas = description.components?.schemas ?? {};
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  );
  const callsOf = (tag: string) => operations.filter(({ operation }) => operation.tags?.includes(tag)).toSorted(byWay);
  const guide = chapters(addresses);
  const senders = callsOf(own);
  const others = (description.tags ?? []).filter(({ name }) => name !== own);
  const read = operations.filter(({ operation }) => !operation.tags?.some((tag) => unread.has(tag)));
  const sent = shapesIn(
    read.map(({ operation }) => operation.requestBody),
    schemas,
  );
  const named = shapesIn(
    read.map(({ operation }) => operation),
    schemas,
  );
  const shapes = Object.entries(schemas)
    .filter(([name]) => named.has(name))
    .map(([name, schema]) => renderShape(name, schema, sent.has(name) ? "request" : "answer"));
  const title = `${description.info.title} API`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<meta name="color-scheme" content="light dark"><link rel="icon" type="image/svg+xml" href="/siegel-mark.svg"><link rel="stylesheet" href="/api/docs.css"></head><body>
<a class="skip" href="#content">To the content</a>
<header><a class="home" href="/">${mark}${escapeHtml(description.info.title)}</a></header>
<div class="title"><h1>${escapeHtml(title)}</h1><p>Version ${escapeHtml(description.info.version)}. For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p></div>
<div class="columns"><nav aria-label="Contents">
${links("Guide", guide)}
${links(
  "Calls",
  senders.map(({ operation }) => ({ id: operation.operationId ?? "", title: operation.summary ?? "" })),
)}
${links("More", [{ id: "shapes", title: "Shapes" }, ...others.map(({ name }) => ({ id: name, title: areas[name] ?? name }))])}
</nav><main id="content" tabindex="-1">
${guide.map(({ id, title: head, body }) => `<section><h2 id="${id}">${escapeHtml(head)}</h2>${body}</section>`).join("\n")}
<section><h2 id="calls">Calls</h2>${senders.map((call) => renderCall(call, schemas)).join("\n")}</section>
<section><h2 id="shapes">Shapes</h2>${shapes.join("\n")}</section>
${others
  .map(
    ({ name, description: told = "" }) =>
      `<section><h2 id="${name}">${escapeHtml(areas[name] ?? name)}</h2><p>${sentence(told)}</p>${
        unread.has(name)
          ? `<p>${elsewhere}</p>`
          : callsOf(name)
              .map((call) => renderCall(call, schemas))
              .join("\n")
      }</section>`,
  )
  .join("\n")}
</main></div></body></html>`;
}

/** The mark of the pages (web/public/siegel-mark.svg), in the colour of its link. */
const mark =
  '<svg viewBox="0 0 36 36" width="28" height="28" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2.25" stroke-linecap="round" stroke-linejoin="round"><circle cx="18" cy="18" r="15"/><circle cx="18" cy="18" r="9.5" stroke-width="1.25"/><path d="m13.5 18.5 3.2 3.2 6-6.8"/></svg>';

/** What the other areas are called. */
const areas: Readonly<Record<string, string>> = {
  signer: "Calls of the signing pages",
  administrator: "Calls of the administration",
  operator: "Calls of the operator's desk",
  service: "The service itself",
  trust: "Trust points",
};

const links = (head: string, targets: ReadonlyArray<{ readonly id: string; readonly title: string }>): string =>
  `<h2>${head}</h2><ul>${targets.map(({ id, title }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`).join("")}</ul>`;

/** Uploads first, then workflows in the order of their lives: the order in which the calls are registered is no order for readers. */
const way = ["uploadPdf", "createWorkflow", "readWorkflow", "listWorkflows", "readWorkflowDocument", "readAuditReport"];

function byWay(a: Placed, b: Placed): number {
  const place = ({ operation }: Placed) => {
    const found = way.indexOf(operation.operationId ?? "");
    return found < 0 ? way.length : found;
  };
  return place(a) - place(b);
}

function renderCall({ path, method, operation }: Placed, schemas: Schemas): string {
  const { operationId = "", summary = "", description = "", parameters = [] } = operation;
  const where = escapeHtml(path).replace(/([/_])/g, "$1<wbr>");
  return `<article><h3 id="${escapeHtml(operationId)}">${escapeHtml(summary)}</h3>
<p class="call"><span class="method">${method.toUpperCase()}</span> <code>${where}</code></p>${description === "" ? "" : `<p>${sentence(description)}</p>`}
${parametersTable(parameters)}${renderBody(operation, schemas)}${renderAnswer(operation)}${renderExample(operation)}</article>`;
}

function renderBody({ requestBody }: Operation, schemas: Schemas): string {
  const media = Object.entries(requestBody?.content ?? {});
  const [[, { schema = {} }] = ["", {}]] = media;
  if (media.length === 0) return "";
  const shape = shapeOf(schema);
  if (schema.format === "binary")
    return `<p>Body: the file itself, as ${media.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(" or ")}.</p>`;
  const fields = fieldsTable("Body, as application/json", (shape === null ? schema : schemas[shape]) ?? {}, "request");
  return fields === "" ? `<p>Body: ${typeOf(schema)}, as JSON.</p>` : fields;
}

/** The `data` of a JSON answer: the frame around it is the same everywhere. */
function renderAnswer({ responses = {} }: Operation): string {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const [[status, { content = {} }] = ["", {} as Body]] = answers;
  const [[type, { schema = {} }] = ["", {} as Media]] = Object.entries(content);
  if (type !== "application/json")
    return `<p>Answers ${status} with the file, as <code>${escapeHtml(type)}</code>.</p>`;
  const data = schema.properties?.data ?? {};
  const fields = fieldsTable(`data of the answer (${status})`, data.items?.properties ? data.items : data, "answer");
  return fields === "" ? `<p>Answers ${status}; <code>data</code> is ${typeOf(data)}.</p>` : fields;
}

/** What to type and what comes back, where the call has an example. */
function renderExample({ responses = {}, ...operation }: Operation): string {
  const samples = operation["x-codeSamples"] ?? [];
  if (samples.length === 0) return "";
  const [answered] = Object.entries(responses).flatMap(([status, { content = {} }]) =>
    Object.values(content).flatMap(({ example }) => (example === undefined ? [] : [{ status, example }])),
  );
  const typed = samples.map(({ label, source }) => `<h4>${escapeHtml(label)}</h4>${copied(source)}`).join("");
  return `<details><summary>Example</summary>${typed}${answered === undefined ? "" : `<h4>Answer ${answered.status}</h4>${json(answered.example)}`}</details>`;
}

/** The names of the shapes that parts of a description are made of. Shapes that no request is made of have all their fields in every answer. */
function shapesIn(parts: readonly unknown[], schemas: Schemas): ReadonlySet<string> {
  const named = new Set<string>();
  const note = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (named.has(name)) continue;
      named.add(name);
      note(schemas[name]);
    }
  };
  for (const part of parts) note(part);
  return named;
}

function renderShape(name: string, schema: Schema, kind: "request" | "answer"): string {
  const told = schema.description === undefined ? "" : `<p>${sentence(schema.description)}</p>`;
  const fields = fieldsTable(`Fields of ${name}`, schema, kind);
  return `<article><h3 id="${escapeHtml(name)}">${escapeHtml(name)}</h3>${told}${fields === "" ? `<p>${typeOf(schema)}</p>` : fields}</article>`;
}
