/** What a call takes and answers, derived from the contract: types only, so that no page carries the schemas' validator. */
import type { Call } from "@siegel/contract/call.ts";
import type { z } from "zod";

type Input<Part, Name extends string> = Part extends z.ZodType
  ? unknown extends z.output<Part>
    ? { readonly [key in Name]?: never }
    : { readonly [key in Name]: Wire<z.input<Part>> }
  : { readonly [key in Name]?: never };

/** Ids come from addresses and answers: the server checks their shape, the web does not brand them again. */
type Wire<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Wire<T[K]> }
      : T;

/** What a call takes: `params` for its path, `query` for what follows it, `body` for its JSON. */
export type InputOf<C> =
  C extends Call<infer Params, infer Query, infer Body, z.ZodType>
    ? Input<Params, "params"> & Input<Query, "query"> & Input<Body, "body">
    : never;

/** `data` of a call's answer. */
export type DataOf<C> = C extends { readonly response: infer R extends z.ZodType } ? z.output<R> : never;
