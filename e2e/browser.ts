/** Chromium as the tests use it: headless, a fresh profile, nothing from outside. */
import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

const flags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Where Chromium is; `CHROMIUM` wins. @throws when there is none, naming the command that installs it */
function chromiumPath(): string {
  const path = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (candidate) => candidate !== undefined && existsSync(candidate),
  );
  if (path === undefined) throw new Error("Chromium is missing: apt-get install chromium, or set CHROMIUM to its path");
  return path;
}

/** How Chromium is started, whoever starts it. */
export const chromiumLaunch = (): { readonly executablePath: string; readonly args: string[] } => ({
  executablePath: chromiumPath(),
  args: [...flags],
});

/** Starts the browser that people have, for what is looked at or measured; close it when done. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(chromiumLaunch());

/** Where Debian puts the same engine without windows. */
const shell = "/usr/bin/chromium-headless-shell";

/** Starts a browser for walks: the engine without windows, which costs a walk a third less, where it is installed. */
export const launchForWalks = (): Promise<Browser> =>
  process.env.CHROMIUM === undefined && existsSync(shell)
    ? chromium.launch({ executablePath: shell, args: [...flags, "--in-process-gpu"] })
    : launchBrowser();

/** Two widths every screen is looked at. */
export const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;

/** A person with a browser of their own; `faults` collects what a calm page never has. */
export type Person = { readonly context: BrowserContext; readonly page: Page; readonly faults: string[] };

/** Opens a fresh browser context and watches it for script errors, CSP reports and third-party requests. */
export async function newPerson(
  browser: Browser,
  origin: string,
  options: {
    language?: string;
    viewport?: keyof typeof viewports;
    dark?: boolean;
    script?: false;
    timezone?: string;
    /** A device that is held in the hand. */
    touch?: true;
    /** Pixels of the screen for a CSS pixel. */
    scale?: number;
    /** Where the person is sent besides our own pages, as to a login service. */
    visits?: string;
    /** Nearly all ask for no motion: each frame of it is drawn by a processor here, a sixth of what a walk costs. */
    motion?: true;
  } = {},
): Promise<Person> {
  const context = await browser.newContext({
    locale: options.language ?? "en-GB",
    viewport: viewports[options.viewport ?? "desktop"],
    colorScheme: options.dark === true ? "dark" : "light",
    reducedMotion: options.motion === true ? "no-preference" : "reduce",
    acceptDownloads: true,
    javaScriptEnabled: options.script !== false,
    deviceScaleFactor: options.scale ?? 1,
    ...(options.touch === true ? { hasTouch: true, isMobile: true } : {}),
    ...(options.timezone === undefined ? {} : { timezoneId: options.timezone }),
  });
  // Shorter than a test, so that a failure names the step it stood at.
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(`script: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Refused to/.test(message.text()))
      faults.push(message.text());
    // pdf.js says so where it leaves out what the page should show.
    if (/Skipping command|ignoring annotation/.test(message.text())) faults.push(message.text());
  });
  page.on("request", (request) => {
    const url = request.url();
    const ours = [origin, ...(options.visits === undefined ? [] : [options.visits])];
    if (!ours.some((known) => url.startsWith(known)) && !/^(blob|data):/.test(url))
      faults.push(`left the house: ${url}`);
  });
  return { context, page, faults };
}
