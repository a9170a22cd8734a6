/**
 * The first HTML of a link, made on the server by the components that take it over in the browser (docs/flows/first-html.md).
 * Built apart from the pages (vite.config.ts), for Node.
 */

import { default_brand_colour } from "@siegel/contract/brand.ts";
import {
  type AskedLanguage,
  brandSheetPath,
  type FirstFacts,
  type FirstHtml,
  type FirstShell,
  first_html_id,
  type RenderFirstHtml,
} from "@siegel/contract/first-html.ts";
import { type Language, languages } from "@siegel/contract/limits.ts";
import type { JSX } from "react";
import { renderToString } from "react-dom/server";
import { noteProvider } from "./api/configuration.ts";
import { Frame, headingOf } from "./frame/frame.tsx";
import { Loading } from "./frame/loading.tsx";
import { PageHead } from "./frame/page-head.tsx";
import { loadCatalogue, translateNow } from "./i18n/catalogue.ts";
import { decideLanguage, speak } from "./i18n/language.ts";
import "./i18n/code-texts.ts";
import "./i18n/qualified-texts.ts";
import "./i18n/identification-texts.ts";
import type { TextKey } from "./i18n/text-key.ts";
import { linkTold } from "./journey/login/enter.ts";
import { LoginPage, titleOfState } from "./journey/login/login-page.tsx";
import { QuickPage } from "./journey/login/quick-page.tsx";
import { StartPage } from "./journey/not-found/start-page.tsx";
import { shellPlaces } from "./shell-places.ts";

/** Addresses of the texts in the pages' build; vite.config.ts puts them here. */
declare const text_scripts: Readonly<Record<Language, string>>;

/** Addresses of what each shell's page is made of beyond the entry, in the order in which it would be asked for; from there as well. */
declare const shell_scripts: Readonly<Record<string, readonly string[]>>;

await Promise.all(languages.map(loadCatalogue));

/** A page of index.html: the language, the name, the look and the content of one link, and the facts for the application. */
export const renderFirstHtml: RenderFirstHtml = (index, facts, asked) => {
  const language = decideLanguage({ ...wishesOf(facts), chosen: asked.chosen, browser: tagsOf(asked) });
  const pack = packOf(facts);
  // Nothing below waits for anything: what is set here holds until the page is made.
  speak(language);
  noteProvider(facts.provider_name);
  const title = headingOf(translateNow(titleOf(facts)), pack);
  const [styles = ""] = /<link rel="stylesheet"[^>]*>/.exec(index) ?? [];
  return [
    [styles, ""],
    [/<html lang="\w+">/, `<html lang="${language}">`],
    [/<title>.*?<\/title>/, `<title>${escaped(title)}</title>`],
    [/<meta name="referrer" content="[\w-]+" ?\/?>/, '<meta name="referrer" content="same-origin">'],
    // What is painted first is asked for first; a browser has six connections, and the application can wait.
    [
      "</title>",
      `</title>${styles}<link rel="stylesheet" href="${brandSheetPath(pack?.style ?? default_brand_colour)}">`,
    ],
    ["</head>", `${scriptsOf(facts, language).map(preload).join("")}</head>`],
    [
      '<div id="app"></div>',
      `<div id="app">${renderToString(<Page facts={facts} />)}</div>${blockOf(facts, language)}`,
    ],
  ]
    .reduce((html, [place, text]) => replaced(html, place ?? "", String(text)), index)
    .replaceAll(appScript, '$& fetchpriority="low"');
};

/** What the application would otherwise ask for when it has loaded: its texts, and the program of its page, step by step. */
function scriptsOf({ page }: FirstFacts, language: Language): readonly string[] {
  return [text_scripts[language], ...((page.kind === "shell" ? shell_scripts[page.place] : undefined) ?? [])];
}

const preload = (script: string): string => `<link rel="modulepreload" crossorigin href="${script}">`;
const appScript = /<(script type="module"|link rel="modulepreload")/g;

const nowhere = (): void => undefined;

function Page({ facts: { page, encrypted } }: { facts: FirstFacts }): JSX.Element {
  if (page.kind === "login") return <LoginPage at={page.ids} onward={nowhere} first={page} encrypted={encrypted} />;
  if (page.kind === "quick") return <QuickPage at={page.ids} onward={nowhere} first={page} />;
  if (page.kind === "start") return <StartPage inbox={page.sandbox_url} />;
  return (
    <Frame pack={packOf({ page })} title="">
      {page.kind === "shell" && <ShellHead page={page} />}
      <Loading serif={page.kind === "shell" && shellPlaces[page.place]?.serif === true} />
    </Frame>
  );
}

function ShellHead({ page: { place, checked } }: { page: FirstShell }): JSX.Element | null {
  const head = shellPlaces[place]?.head?.(checked.type);
  if (head === undefined) return null;
  return <PageHead title={translateNow(head.title)} lead={head.lead && translateNow(head.lead)} />;
}

function titleOf({ page }: Pick<FirstFacts, "page">): TextKey {
  if (page.kind === "login") return titleOfState(linkTold(page));
  if (page.kind === "quick") return "quick.title";
  if (page.kind === "start") return "start.title";
  return (page.kind === "shell" ? shellPlaces[page.place]?.title : undefined) ?? "login.title";
}

function packOf({ page }: Pick<FirstFacts, "page">) {
  if (page.kind === "start") return null;
  if (page.kind !== "entered") return page.checked?.whitelabeling_pack ?? null;
  return page.told === "REVOKED" ? null : page.told.user.whitelabeling_pack;
}

function wishesOf({ page }: FirstFacts): { readonly user: string | null } {
  if (page.kind === "start") return { user: null };
  if (page.kind !== "entered") return { user: page.checked?.language_id ?? null };
  return { user: page.told === "REVOKED" ? null : page.told.user.language_id };
}

/** RFC 9110 §12.5.4: the tags of Accept-Language, the most wanted first. */
function tagsOf({ accept }: AskedLanguage): readonly string[] {
  const ranges = accept.split(",").map((range) => {
    const [tag = "", ...parameters] = range.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    return { tag, quality: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
  });
  return ranges.toSorted((a, b) => b.quality - a.quality).map(({ tag }) => tag);
}

/** JSON in a block that no browser runs; `<` is written so that nothing inside can end it. A shell has nothing to tell. */
function blockOf({ page, provider_name, encrypted }: FirstFacts, language: Language): string {
  if (page.kind === "shell") return "";
  const told: FirstHtml = { page, provider_name, encrypted, language };
  const json = JSON.stringify(told).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${first_html_id}">${json}</script>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** @throws when index.html has no such place: then page and index are not of one build */
function replaced(html: string, place: string | RegExp, text: string): string {
  if (html.search(place) < 0) throw new Error(`index.html has no ${place}`);
  return html.replace(place, () => text);
}
