/** Both parts of a mail say the same: who reads plain text misses nothing, and is told nothing else. */
import { languages } from "@siegel/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { sampleLook, sampleMails, sampleNames } from "../../test/mail-samples.ts";
import { renderMail } from "./render-mail.ts";

const mails = Object.values(sampleNames).flatMap((names) =>
  sampleMails(names).flatMap((facts, n) =>
    languages.map((language) => ({ n, kind: facts.kind, role: facts.role, language, facts })),
  ),
);

/** The words of a text without what only sets them apart. */
const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replace(/^>|:$/g, ""))
    .filter((word) => !["", "·", "--", ">", "-"].includes(word));

/** What a person reads of HTML: not its head, nor what is hidden. */
const readOf = (html: string): string =>
  html
    .replace(/^.*<\/head>/s, "")
    .replace(/<div style="display:none.*?<\/div>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

describe("the two parts of a mail", () => {
  it.each(mails)("have the same words in the same order: $kind to a $role in $language ($n)", ({ facts, language }) => {
    const { html, text } = renderMail(facts, sampleLook, language);
    const addresses = [...html.matchAll(/href="(https:[^"]*)"/g)].map(([, url]) => String(url));
    expect(addresses.length).toBeGreaterThan(1);
    for (const url of addresses) expect(text.split(/\s/)).toContain(url);
    const spelledOut = text.split(/\s+/).filter((word) => !addresses.includes(word));
    // A full stop is a word of its own where bold type ends before it.
    const read = readOf(html).replace(/ \./g, ".");
    expect(wordsOf(read)).toEqual(wordsOf(spelledOut.join(" ")));
  });

  it.each(mails)("name the zone with every time: $kind to a $role in $language ($n)", ({ facts, language }) => {
    const { html, text } = renderMail(facts, sampleLook, language);
    for (const part of [text, readOf(html)]) {
      const times = part.match(/\d\d:\d\d.{0,12}/g) ?? [];
      for (const time of times) expect(time).toMatch(/^\d\d:\d\d (MEZ|CET)/);
      if (facts.endedAt !== null || facts.kind === "invitation") expect(times.length).toBeGreaterThan(0);
    }
  });
});
