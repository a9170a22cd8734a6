/** The address of a webhook, as far as its form says. Where it leads is looked at by the server, at each delivery. */
import { z } from "zod";
import { webhook_url_chars_max } from "./limits.ts";
import { beforePatterns } from "./text.ts";
import { valueFaults } from "./value-faults.ts";

/** Whether a text is an address that a program may listen at; `http:` is for networks that the operator allows. */
export function isWebhookAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:\/\/[\x21-\x7e]+$/i.test(text)) return false;
  return url.username === "" && url.password === "" && url.hash === "";
}

/** An address that somebody gives. */
export const webhookUrl = z
  .string()
  .trim()
  .max(webhook_url_chars_max, beforePatterns)
  .refine(isWebhookAddress, valueFaults.webhookAddress.en);
