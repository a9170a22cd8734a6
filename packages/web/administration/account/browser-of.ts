/** What a browser calls itself, in words that its owner knows. Pure; a guess, and nothing depends on it. */

/** Browser and system, or null where neither is known. */
export function browserOf(
  userAgent: string,
): { readonly browser: string; readonly system: string; readonly isPhone: boolean } | null {
  const browser = browsers.find(([sign]) => sign.test(userAgent))?.[1];
  const system = systems.find(([sign]) => sign.test(userAgent))?.[1];
  if (browser === undefined || system === undefined) return null;
  return { browser, system, isPhone: system === "iPhone" || system === "Android" };
}

// Most call themselves by the names of others, too: the first sign that fits counts.
const browsers = [
  [/Edg(A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/Version\/.*Safari\//, "Safari"],
] as const;
const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/Linux|X11/, "Linux"],
] as const;
