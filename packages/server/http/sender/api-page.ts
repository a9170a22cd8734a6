/** The readable page of the API: plain HTML without scripts, rendered from the OpenAPI document. */

/** The parts of an OpenAPI document that the page shows. */
export type ApiDescription = {
  readonly info: { readonly title: string; readonly version: string };
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>;
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
};

type Operation = {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly "x-codeSamples"?: ReadonlyArray<{ readonly source: string }>;
};

type Placed = { readonly path: string; readonly method: string; readonly operation: Operation };

/** Renders the page. */
export function renderApiPage(description: ApiDescription): string {
  const operations = Object.entries(description.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  );
  const sections = (description.tags ?? []).map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(tag.name));
    return `<section><h2 id="${escapeHtml(tag.name)}">${escapeHtml(tag.description ?? tag.name)}</h2>${own.map(renderOperation).join("")}</section>`;
  });
  const schemas = Object.entries(description.components?.schemas ?? {}).map(
    ([name, schema]) => `<h3 id="schema-${escapeHtml(name)}">${escapeHtml(name)}</h3>${renderJson(schema)}`,
  );
  const title = `${escapeHtml(description.info.title)} API ${escapeHtml(description.info.version)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/api/docs.css"></head><body><main><h1>${title}</h1>
<p>The same as a document for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${sections.join("\n")}<section><h2>Shapes</h2>${schemas.join("\n")}</section></main></body></html>`;
}

function renderOperation({ path, method, operation }: Placed): string {
  const details = { parameters: operation.parameters, body: operation.requestBody, answers: operation.responses };
  return `<article><h3><span class="method">${method.toUpperCase()}</span> ${escapeHtml(path)}</h3><p>${escapeHtml(operation.summary ?? "")}</p>${renderExample(operation)}
<details><summary>Parameters, body and answers</summary>${renderJson(details)}</details></article>`;
}

/** What to type and what comes back, where the call has an example. */
function renderExample({ responses = {}, ...operation }: Operation): string {
  const [sample] = operation["x-codeSamples"] ?? [];
  if (sample === undefined) return "";
  const [answered] = Object.entries(responses).flatMap(([status, body]) =>
    exampleOf(body).map((example) => `<p>Answers ${escapeHtml(status)}:</p>${renderJson(example)}`),
  );
  return `<p>Example:</p><pre>${escapeHtml(sample.source)}</pre>${answered ?? "<p>Answers 200 with the file.</p>"}`;
}

function exampleOf(body: unknown): unknown[] {
  const { content = {} } = body as { readonly content?: Readonly<Record<string, { readonly example?: unknown }>> };
  return Object.values(content).flatMap(({ example }) => example ?? []);
}

const renderJson = (value: unknown) => `<pre>${escapeHtml(JSON.stringify(value, null, 2) ?? "")}</pre>`;

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
