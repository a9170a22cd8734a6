/** What kind of device the page is on, as far as it decides how the app for ID cards is opened. */

/** computer · phone: the app opens by a link of its own · either: an iPad says that it is a Mac, so both links are offered. */
export type Device = "computer" | "phone" | "either";

/** As the browser says it. `coarse`: a finger points. */
export type Signs = { readonly coarse: boolean; readonly touchPoints: number; readonly userAgent: string };

/** The device of these signs. */
export function deviceOf({ coarse, touchPoints, userAgent }: Signs): Device {
  // A Mac has no touch screen: Safari on an iPad asks for pages as on a desktop (providers.md §1.2).
  if (touchPoints > 0 && /Macintosh/.test(userAgent)) return "either";
  return coarse && touchPoints > 0 ? "phone" : "computer";
}

/** The device of this page. */
export const thisDevice = (): Device =>
  deviceOf({
    coarse: window.matchMedia("(pointer: coarse)").matches,
    touchPoints: navigator.maxTouchPoints,
    userAgent: navigator.userAgent,
  });
