/** How one call of the wire is written down: where, what goes in, what comes back. */
import { z } from "zod";
import type { Permission } from "./permissions.ts";

/**
 * Who may make a call.
 * `none`: anyone · `signer`: a signer's session (Authorization: Bearer and its cookie) ·
 * `summary`: the same, or the cookie alone of a refused workflow · `token`: an API key ·
 * `admin`: the session of a person with an account, whose role has the call's `permission` · `operator`: the session of an operator.
 */
export type Caller = "none" | "signer" | "summary" | "token" | "admin" | "operator";

/** One call; `response` is the schema of `data` in the body (decisions.md §3). */
export type Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  /** The operation's name in OpenAPI and in the web's client. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Fastify notation, beginning with `/api/`. */
  readonly path: string;
  readonly caller: Caller;
  /** Whose pages make a call of caller `none`; left out: signers'. */
  readonly madeBy?: "administrator" | "operator";
  /** What the role of an `admin` caller must allow (`permissions.ts`). */
  readonly permission?: Permission;
  /** What it does, in a few words: its heading on the API page. */
  readonly summary: string;
  /** What a caller must know of it beside its fields, in Markdown of code spans only. */
  readonly description?: string;
  /** Headers that it reads, by their names, with what each is for. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  /** Media types of a body that is bytes. */
  readonly takes?: readonly string[];
  /** Media type of an answer that is bytes, where `response` is not what comes back. */
  readonly answers?: string;
  /** HTTP status of success, 200 unless said. */
  readonly status?: 200 | 201;
};

/** Writes a call down and keeps its exact types. */
export function call<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  c: Call<P, Q, B, R>,
): Call<P, Q, B, R> {
  return c;
}

/** The body of every JSON answer that succeeded. */
export const answer = <R extends z.ZodType>(data: R) =>
  z.object({
    success: z.literal(true).describe("Always `true`: the call succeeded."),
    code: z.string().optional().describe("Says more about the success where there is more to say; mostly left out."),
    data,
  });

/** The body of every JSON answer that did not. */
export const failure = z
  .object({
    success: z.literal(false).describe("Always `false`: the call was refused, or failed."),
    code: z.string().describe("Why, as one of the codes in the table of errors. Programs look at this."),
    data: z
      .array(z.string())
      .describe(
        "Sentences for people, in German where `Accept-Language` asks for it. Where fields are wrong there is one for each, `path.of.field: what is wrong, and what to do`.",
      ),
  })
  .meta({ id: "Failure", description: "The body of every answer that did not succeed." });
