/**
 * Finishes the OpenAPI document that fastify makes of the schemas, so that programs which read it find one name for each shape, and the bytes,
 * headers and examples that a schema of JSON cannot say.
 */
import type { jsonSchemaTransformObject } from "fastify-type-provider-zod";
import type { DescribedExtensions } from "../wire/serve-call.ts";
import { type DescribedOperation, withExample } from "./api-examples.ts";
import { describedWebhooks } from "./webhook-guide.ts";

/** What fastify's plugin hands over, and takes back. */
export type Described = ReturnType<typeof jsonSchemaTransformObject>;

/** A value of JSON that is an object. */
export type Node = Readonly<Record<string, unknown>>;

type Operation = DescribedOperation &
  DescribedExtensions & { readonly parameters?: readonly Node[]; readonly tags?: readonly string[] };
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;
type Schemas = Readonly<Record<string, unknown>>;
type Document = {
  readonly paths: Paths;
  readonly webhooks?: Schemas;
  readonly components: { readonly schemas: Schemas };
};

/** The document as it is served. `publicUrl` stands in the examples. */
export function finishDescription(made: Described, publicUrl: string): Described {
  // Made by fastify's plugin, whose types know no extensions.
  const { paths, components, ...head } = mapNodes(made, readable) as Document;
  const operations = Object.entries(paths).map(([path, methods]) => {
    // The same is served with and without a slash at the end; the rules of OpenAPI documents know the latter.
    const name = path.replace(/(?<=.)\/$/, "").replace("{*}", "{request}");
    const finished = Object.entries(methods).map(([method, operation]) => [
      method,
      withExample(withBytes(operation), { address: publicUrl, method, path: name }),
    ]);
    return [name, Object.fromEntries(finished)];
  });
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    name,
    name.endsWith(inputEnd) ? schema : open(schema),
  ]);
  return unitedShapes({
    ...head,
    webhooks: describedWebhooks(),
    paths: Object.fromEntries(operations),
    components: { ...components, schemas: Object.fromEntries(schemas) },
  }) as Described;
}

const bytes = { schema: { type: "string", format: "binary" } };

/** Bodies and answers that are bytes, headers, and what each answer is. */
function withBytes(operation: Operation): Operation {
  const { "x-takes": takes, "x-answers": answers, "x-headers": headers = {}, ...rest } = operation;
  const named = Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
  const parameters = [...(rest.parameters ?? []).map(toldParameter), ...named];
  const responses = Object.entries(rest.responses ?? {}).map(([status, response]) => {
    const isBytes = answers !== undefined && status.startsWith("2");
    const content = isBytes ? { content: { [answers]: bytes } } : (open(response) as object);
    return [status, { ...content, description: toldOf(status) }];
  });
  return {
    ...rest,
    ...(parameters.length > 0 && { parameters }),
    ...(takes && { requestBody: { required: true, content: Object.fromEntries(takes.map((type) => [type, bytes])) } }),
    responses: {
      ...Object.fromEntries(responses),
      ...(rest.tags?.includes("trust") && { "4XX": { description: "Refused, without a body." } }),
    },
  };
}

/** Parameters of trust points, which have no schema: the name of a file, and all that follows the address. */
function toldParameter(parameter: Node): Node {
  if (parameter.name === "*")
    return { ...parameter, name: "request", description: "The base64 of a request, percent-encoded." };
  const isFile = parameter.name === "file" && parameter.description === undefined;
  return isFile ? { ...parameter, description: "The file's name, as certificates say it." } : parameter;
}

function toldOf(status: string): string {
  if (status.startsWith("4")) return "Refused: something in the request, or the state of things, stands against it.";
  if (status.startsWith("5")) return "Failed on our side. The same request may succeed later.";
  return status === "202" ? "Recorded, and being carried out." : "Done.";
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);

/** The same value with `change` applied to each object in it, from the inside out. */
function mapNodes(value: unknown, change: (node: Node) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapNodes(one, change));
  if (!isNode(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapNodes(one, change)])));
}

/** Without the bounds of `int()`, which say only what a JavaScript number holds, and the pattern of a moment, which its format says better. */
const readable = ({ minimum, maximum, pattern, ...rest }: Node): Node => ({
  ...rest,
  ...(pattern !== undefined && rest.format !== "date-time" && { pattern }),
  ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
  ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
});

/** Answers may have more fields one day: no schema of an answer forbids them. */
const open = (answer: unknown): unknown =>
  mapNodes(answer, ({ additionalProperties, ...rest }) => ({
    ...rest,
    ...(additionalProperties !== undefined && additionalProperties !== false && { additionalProperties }),
  }));

const refStart = "#/components/schemas/";
const inputEnd = "Input";

/** The names of the shapes that a value refers to, and those that they refer to. */
function reachedFrom(value: unknown, schemas: Schemas, found = new Set<string>()): ReadonlySet<string> {
  mapNodes(value, (node) => {
    const name = typeof node.$ref === "string" ? node.$ref.slice(refStart.length) : null;
    if (name !== null && !found.has(name)) {
      found.add(name);
      reachedFrom(schemas[name], schemas, found);
    }
    return node;
  });
  return found;
}

/** Each shape has a form for requests and one for answers, by another name: leaves out what nothing refers to, and unites what is alike. */
function unitedShapes(document: Document): Document {
  const { schemas } = document.components;
  const used = reachedFrom(document.paths, schemas);
  const plain = (name: string) => (name.endsWith(inputEnd) ? name.slice(0, -inputEnd.length) : name);
  const alike = (name: string) => JSON.stringify(renamed(schemas[name], plain));
  const nameOf = (name: string) => (!used.has(plain(name)) || alike(name) === alike(plain(name)) ? plain(name) : name);
  const kept = [...used].map((name) => [nameOf(name), renamed(schemas[name], nameOf)] as const);
  return {
    ...document,
    paths: renamed(document.paths, nameOf) as Paths,
    components: { ...document.components, schemas: Object.fromEntries(kept.toSorted(byName)) },
  };
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const renamed = (value: unknown, nameOf: (name: string) => string): unknown =>
  mapNodes(value, (node) =>
    typeof node.$ref === "string" ? { ...node, $ref: refStart + nameOf(node.$ref.slice(refStart.length)) } : node,
  );
