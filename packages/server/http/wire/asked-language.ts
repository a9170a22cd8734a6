/** The language that a request asks to be answered in (RFC 9110 §12.5.4). */
import { type Language, languages } from "@siegel/contract/limits.ts";
import type { FastifyRequest } from "fastify";

const rangesMax = 20;

/** The most wanted of our languages by `Accept-Language`; English where none of them is named. */
export function askedLanguage({ headers }: Pick<FastifyRequest, "headers">): Language {
  const ranges = (headers["accept-language"] ?? "").split(",", rangesMax).map((range, place) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, place, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const wanted = ranges.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight || a.place - b.place);
  for (const { tag } of wanted) {
    const found = languages.find((language) => tag === language || tag.startsWith(`${language}-`));
    if (found !== undefined) return found;
  }
  return "en";
}
