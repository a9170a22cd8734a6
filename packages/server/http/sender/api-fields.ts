/** The fields of a shape of the OpenAPI document, as rows of a table. */
import { escapeHtml, sentence, table } from "./html.ts";

/** A JSON Schema, as far as the page looks at one. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** A field with its path in its shape, such as `signers[].url`. */
type Field = { readonly path: string; readonly schema: Schema; readonly isRequired: boolean };

/** The table of a shape's fields. Answers normally have all fields, so their table only marks those that may be missing. */
export function fieldsTable(caption: string, schema: Schema, kind: "request" | "answer"): string {
  const fields = fieldsOf(schema, "");
  if (fields.length === 0) return "";
  const needed = ({ isRequired }: Field) => (kind === "request" ? isRequired : !isRequired);
  const word = kind === "request" ? "required" : "may be missing";
  return table(
    caption,
    [
      {
        head: "Field",
        cell: (field) =>
          `<code>${escapeHtml(field.path).replace(/([._]|\[\])/g, "$1<wbr>")}</code>${needed(field) ? ` <span class="mark">${word}</span>` : ""}`,
      },
      { head: "Type", cell: ({ schema: own }) => typeOf(own) },
      { head: "Meaning", cell: ({ schema: own }) => sentence(own.description ?? "") },
    ],
    fields,
  );
}

/** Parameters of the address and headers, in the same form. */
export function parametersTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return "";
  return table(
    "Parameters",
    [
      {
        head: "Parameter",
        cell: ({ name, required }) =>
          `<code>${escapeHtml(name)}</code>${required === true ? ' <span class="mark">required</span>' : ""}`,
      },
      { head: "Type", cell: ({ in: place, schema = {} }) => `${typeOf(schema)} in the ${places[place] ?? place}` },
      { head: "Meaning", cell: ({ description = "" }) => sentence(description) },
    ],
    parameters,
  );
}

/** A parameter of OpenAPI. */
export type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};

const places: Readonly<Record<string, string>> = { path: "address", query: "query", header: "header" };

/** Fields of objects without a name of their own stand below the field that holds them. */
function fieldsOf(schema: Schema, start: string): Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([name, own]) => {
    const path = start + name;
    const field = { path, schema: own, isRequired: required.includes(name) };
    const held = own.anyOf?.find((one) => one.properties !== undefined) ?? own;
    const below = held.items?.properties ? fieldsOf(held.items, `${path}[].`) : fieldsOf(held, `${path}.`);
    return [field, ...below];
  });
}

const refStart = "#/components/schemas/";

/** The name of the shape that a schema refers to, or null. */
export const shapeOf = ({ $ref }: Schema): string | null => ($ref === undefined ? null : $ref.slice(refStart.length));

/** What kind of value it is, in words, with a link to its shape. */
export function typeOf(schema: Schema): string {
  const shape = shapeOf(schema);
  if (shape !== null) return `<a href="#${escapeHtml(shape)}">${escapeHtml(shape)}</a>`;
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" or ");
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.enum) return `one of ${schema.enum.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(" ")}`;
  if (schema.prefixItems) return `list of ${schema.prefixItems.length} numbers`;
  if (schema.items) return `list of ${typeOf(schema.items)}${bounds(schema.minItems, schema.maxItems, "")}`;
  const { type = "any value", minLength, maxLength, minimum, maximum } = schema;
  const word =
    formats[schema.format ?? ""] ??
    [type]
      .flat()
      .map((one) => types[one] ?? one)
      .join(" or ");
  const size = bounds(minLength, maxLength, " characters") || bounds(minimum, maximum, "");
  const byDefault = schema.default === undefined ? "" : `, else ${escapeHtml(String(schema.default))}`;
  return escapeHtml(word) + size + byDefault;
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  integer: "whole number",
  boolean: "true or false",
  array: "list",
};
const formats: Readonly<Record<string, string>> = {
  "date-time": "moment, RFC 3339",
  email: "e-mail address",
  base64: "base64",
};

function bounds(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined || least === 0 ? "" : `, at least ${least}${unit}`;
  return least === undefined || least === 0 ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
}
