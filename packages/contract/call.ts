/** How one call of the wire is written down: where, what goes in, what comes back. */
import { z } from "zod";

/**
 * Who may make a call.
 * `none`: anyone · `signer`: a signer's session (Authorization: Bearer and its cookie) ·
 * `summary`: the same, or the cookie alone of a refused workflow · `token`: an API key.
 */
export type Caller = "none" | "signer" | "summary" | "token";

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
  /** One sentence for the API page. */
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
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
  z.object({ success: z.literal(true), code: z.string().optional(), data });

/** The body of every JSON answer that did not. */
export const failure = z
  .object({ success: z.literal(false), code: z.string(), data: z.array(z.string()) })
  .meta({ id: "Failure" });
