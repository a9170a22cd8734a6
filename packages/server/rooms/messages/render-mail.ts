/** One layout for all mails: HTML that old mail programs understand, and the same as plain text. */
import { type BrandColours, brandColours } from "@siegel/contract/brand.ts";
import type { Language } from "@siegel/contract/limits.ts";
import { momentText } from "@siegel/contract/moment.ts";
import { plainBreaks } from "@siegel/contract/text.ts";
import type { MailPart } from "../../ports/mail.ts";
import { escapeHtml, oneLine } from "./mail-escape.ts";
import { logoPart } from "./mail-logo.ts";
import { capitalised, type MailFacts, type MailRow, type MailTimes, type MailWords } from "./mail-texts.ts";
import { germanFrame, germanPhrases } from "./mail-texts-de.ts";
import { englishFrame, englishPhrases } from "./mail-texts-en.ts";

/** Whose mail it looks like, and who runs the service. `colour` is #RRGGBB, `logo` a data URL. */
export type MailLook = {
  readonly organisation: string;
  readonly colour: string;
  readonly logo: string | null;
  readonly provider: string;
  /** The service's public address. */
  readonly publicUrl: string;
  /** IANA name of the zone that times are written in. */
  readonly timeZone: string;
  /** Where people write to the provider; null: the imprint says it. */
  readonly contactEmail: string | null;
};

/** A mail ready to send, but for its addresses. */
export type RenderedMail = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly inline: readonly MailPart[];
};

/** Renders a mail in a language. Everything that comes from people is escaped here. */
export function renderMail(facts: MailFacts, look: MailLook, language: Language): RenderedMail {
  return layOut(wordsOf(facts, look, language), look, language);
}

/** Lays words out. */
export function layOut(words: MailWords, look: MailLook, language: Language): RenderedMail {
  const logo = look.logo === null ? null : logoPart(look.logo);
  return {
    subject: oneLine(words.subject),
    text: renderText(words, look),
    html: renderHtml(words, look, { language, logo }),
    inline: logo === null ? [] : [logo],
  };
}

function wordsOf(facts: MailFacts, look: MailLook, language: Language): MailWords {
  const { timeZone: zone } = look;
  const time = (at: Date | null) => (at === null ? null : momentText(at, { language, zone, weekday: true }));
  const when: MailTimes = { expiry: time(facts.expiresAt), end: time(facts.endedAt) };
  const own = (language === "de" ? germanPhrases : englishPhrases)[facts.kind](facts, when);
  const frame = language === "de" ? germanFrame(facts, when) : englishFrame(facts, when);
  const button = own.button === undefined || facts.link === null ? null : { label: own.button, url: facts.link };
  const steps = own.steps === undefined ? null : { label: frame.nextSteps, items: own.steps };
  return { ...frame, ...own, button, steps, notes: own.notes ?? [] };
}

function renderText(words: MailWords, look: MailLook): string {
  const host = new URL(look.publicUrl).host;
  const blocks = [
    oneLine(look.organisation),
    words.heading,
    words.greeting,
    ...words.paragraphs,
    words.quote === null ? "" : `${words.quote.label}:\n${plainBreaks(words.quote.text).replace(/^/gm, "> ")}`,
    words.rows.map(rowText).join("\n"),
    words.steps === null ? "" : `${words.steps.label}:\n${words.steps.items.map((step) => `- ${step}`).join("\n")}`,
    words.button === null ? "" : `${words.button.label}:\n${words.button.url}`,
    words.notes.join("\n"),
    words.contact === null ? "" : `${words.contact.before} ${words.contact.email}`,
    `-- \n${words.safety.before} ${host}${words.safety.after}\n${oneLine(look.provider)}\n${words.imprint}: ${page(look, "imprint")}\n${words.privacy}: ${page(look, "privacy_policy")}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A fact of several lines begins them below its name. */
function rowText([term, ...lines]: MailRow): string {
  const [first = ""] = lines;
  return lines.length === 1
    ? `${term}: ${oneLine(first)}`
    : [`${term}:`, ...lines.map((line) => `  ${oneLine(line)}`)].join("\n");
}

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const serif = "Charter,'Bitstream Charter','Sitka Text',Cambria,Georgia,serif";

function renderHtml(words: MailWords, look: MailLook, more: { language: Language; logo: MailPart | null }): string {
  const light = brandColours(look.colour, "light");
  const dark = brandColours(look.colour, "dark");
  return `<!doctype html>
<html lang="${more.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(oneLine(words.subject))}</title>
<style>${styleSheet(dark)}</style></head>
<body class="bg" style="margin:0;padding:0;background:#F5F7F7">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(oneLine(words.preview ?? beginningOf(words)))}</div>
<main><table role="presentation" class="bg" width="100%" cellpadding="0" cellspacing="0" style="background:#F5F7F7"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="w card" width="600" cellpadding="0" cellspacing="0" style="width:600px;max-width:600px;background:#FFFFFF;border:1px solid #DBE2E4;border-radius:12px;border-collapse:separate;table-layout:fixed;font-family:${sans};overflow:hidden;word-break:break-word;overflow-wrap:anywhere">
<tr><td class="rule" style="height:3px;background:${light.fill};font-size:0;line-height:0">&nbsp;</td></tr><tr><td class="rule2" style="height:2px;font-size:0;line-height:0;border-bottom:1px solid ${light.edge}">&nbsp;</td></tr>
${letterhead(look, more.logo)}
<tr><td class="p" style="padding:28px 40px 0"><h1 class="t" style="margin:0;font-family:${serif};font-weight:400;font-size:28px;line-height:36px;letter-spacing:-.3px;color:#15232A">${escapeHtml(words.heading)}</h1></td></tr>
<tr><td class="p m" style="padding:14px 40px 0;font-size:16px;line-height:25px;color:#42535B">${[words.greeting, ...words.paragraphs].map(paragraph).join("")}</td></tr>
${words.quote === null ? "" : quoteRow(words.quote)}
<tr><td class="p" style="padding:${words.quote === null ? 14 : 24}px 40px 0">${factRows(words.rows)}</td></tr>
${words.steps === null ? "" : stepsRow(words.steps)}${words.button === null ? "" : buttonRow(words.button, light)}
${notesRow(words, light)}
</table>
${footer(words, look)}
</td></tr></table></main></body></html>`;
}

/** The first paragraph by itself: in German it goes on from the greeting, with a small letter. */
function beginningOf({ paragraphs: [first = ""] }: MailWords): string {
  return capitalised(first);
}

const paragraph = (text: string): string => `<p style="margin:0 0 10px">${escapeHtml(text)}</p>`;

/** The dark theme and phones: the only rules that cannot stand inline. */
function styleSheet(dark: BrandColours): string {
  const night = [
    ".bg{background:#0D1315!important}.card{background:#141C1F!important;border-color:#2A373C!important}.l{border-color:#2A373C!important}",
    ".t{color:#E9EFF0!important}.m{color:#B6C3C8!important}.s,.s a{color:#9BAAB0!important}",
    `.a{color:${dark.ink}!important}.bt{background:${dark.fill}!important;color:${dark.onFill}!important;border-color:${dark.fillEdge}!important}`,
    `.rule{background:${dark.fill}!important}.rule2{border-color:${dark.edge}!important}`,
    ".lg{padding:8px 12px!important;background:#F3F6F7!important}",
  ];
  const narrow = [
    ".p{padding-left:24px!important;padding-right:24px!important}.w{width:100%!important}.bt{display:block!important;text-align:center!important}",
    // A fact below its name: beside it there is room for half a file name.
    ".k,.v{display:block!important;width:auto!important}.k{padding-bottom:0!important;border-bottom:0!important}.v{padding-top:2px!important;border-top:0!important}",
  ];
  return `@media (prefers-color-scheme:dark){${night.join("")}}@media (max-width:480px){${narrow.join("")}}`;
}

/**
 * The logo stands on a light plate in the dark theme: mail programs choose no second one, and few logos are drawn for dark. The name stands
 * below it, smaller: a picture may not be loaded, and may be a sign without a word.
 */
function letterhead(look: MailLook, logo: MailPart | null): string {
  const name = escapeHtml(oneLine(look.organisation));
  const image =
    logo === null
      ? ""
      : `<img src="cid:${logo.contentId}" alt="" height="40" class="lg" style="display:block;height:40px;width:auto;max-width:240px;margin-bottom:10px;background:#FFFFFF;border-radius:8px">`;
  const type = logo === null ? "font-size:16px;font-weight:600;color:#15232A" : "font-size:14px;color:#42535B";
  return `<tr><td class="p ${logo === null ? "t" : "m"}" style="padding:26px 40px 0;line-height:24px;${type}">${image}${name}</td></tr>`;
}

function factRows(rows: MailWords["rows"]): string {
  const cells = rows.map(([term, ...lines], index) => {
    const value = lines.map((one) => escapeHtml(oneLine(one))).join("<br>");
    const line = `border-top:1px solid #DBE2E4;${index === rows.length - 1 ? "border-bottom:1px solid #DBE2E4;" : ""}`;
    return `<tr><td class="m l k" width="124" valign="top" style="padding:10px 10px 10px 0;${line}color:#42535B">${escapeHtml(term)}</td><td class="t l v" valign="top" style="padding:10px 0;${line}color:#15232A">${value}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;font-size:15px;line-height:22px">${cells.join("")}</table>`;
}

function quoteRow(quote: { label: string; text: string }): string {
  const text = escapeHtml(plainBreaks(quote.text)).replace(/\n/g, "<br>");
  return `<tr><td class="p" style="padding:10px 40px 0"><div class="m" style="font-size:14px;line-height:22px;color:#42535B">${escapeHtml(quote.label)}</div><div class="t l" style="margin-top:6px;padding:2px 0 2px 16px;border-left:3px solid #DBE2E4;font-size:16px;line-height:25px;color:#15232A">${text}</div></td></tr>`;
}

function stepsRow({ label, items }: { label: string; items: readonly string[] }): string {
  const list = items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join("");
  return `<tr><td class="p m" style="padding:24px 40px 0;font-size:16px;line-height:25px;color:#42535B"><p class="t" style="margin:0 0 8px;font-weight:600;color:#15232A">${escapeHtml(label)}</p><ul style="margin:0;padding:0 0 0 20px">${list}</ul></td></tr>`;
}

function buttonRow(button: { label: string; url: string }, light: BrandColours): string {
  return `<tr><td class="p" style="padding:28px 40px 0"><a class="bt" href="${escapeHtml(button.url)}" style="display:inline-block;background:${light.fill};color:${light.onFill};border:1px solid ${light.fillEdge};border-radius:8px;padding:14px 28px;font-size:16px;line-height:20px;font-weight:600;text-decoration:none">${escapeHtml(button.label)}</a></td></tr>`;
}

/** The last row: room below, also where there is nothing to add. */
function notesRow(words: MailWords, light: BrandColours): string {
  const lines = words.notes.map(escapeHtml);
  if (words.contact !== null) {
    const address = escapeHtml(words.contact.email);
    lines.push(
      `${escapeHtml(words.contact.before)} <a class="a" href="mailto:${encodeURI(words.contact.email).replace(/[&"'<>?#]/g, encodeURIComponent)}" style="color:${light.ink}">${address}</a>`,
    );
  }
  if (lines.length === 0) return `<tr><td style="height:32px;font-size:0;line-height:0">&nbsp;</td></tr>`;
  return `<tr><td class="p m" style="padding:24px 40px 32px;font-size:14px;line-height:22px;color:#42535B">${lines.join("<br>")}</td></tr>`;
}

function footer(words: MailWords, look: MailLook): string {
  const link = (path: string, label: string): string =>
    `<a href="${escapeHtml(page(look, path))}" style="color:#586A72">${escapeHtml(label)}</a>`;
  const host = escapeHtml(new URL(look.publicUrl).host);
  return `<table role="presentation" class="w" width="600" cellpadding="0" cellspacing="0" style="width:600px;max-width:600px;table-layout:fixed;font-family:${sans};word-break:break-word;overflow-wrap:anywhere"><tr><td class="p s" style="padding:20px 40px;font-size:13px;line-height:20px;color:#586A72">${escapeHtml(words.safety.before)} <b style="font-weight:600">${host}</b>${escapeHtml(words.safety.after)}<br>${escapeHtml(oneLine(look.provider))} · ${link("imprint", words.imprint)} · ${link("privacy_policy", words.privacy)}</td></tr></table>`;
}

function page(look: MailLook, path: string): string {
  return new URL(path, look.publicUrl).toString();
}
