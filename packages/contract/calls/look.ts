/** An organisation's look: logos and colour (admin-side.md §2, §7 'interface'). `id` is the organisation's id. */
import { z } from "zod";
import { call } from "../call.ts";
import { organisationId, workflowId } from "../ids.ts";

/** A logo's base64 is at most a third longer than its file; what is far longer is not looked at. */
const data_url_chars_max = 64_000;

const version = z.number().int();
const given = z.string().max(data_url_chars_max).nullable().optional();

export const lookView = z
  .object({
    id: organisationId.describe("The id of the look."),
    logo: z.string().nullable().describe("The logo as a data URL; null: the product's own."),
    logo_dark: z.string().nullable().describe("The logo for dark screens as a data URL; null: `logo` stands there."),
    mail_logo: z.string().nullable().describe("The logo in mails as a data URL; null: `logo` stands there."),
    style: z.string().describe("The colour, as #RRGGBB."),
    version: version.describe("Changes with every change of the look; a call that brings it notices others' changes."),
  })
  .meta({ id: "LookView", description: "An organisation's logos and colour." });
export type LookView = z.infer<typeof lookView>;

const aboutIds = "An id that is not this organisation's look answers NO_INTERFACE_FOUND, as one that does not exist.";
const lookParams = z.object({ id: z.string().describe("The look's id.") });
const readVersion = version
  .optional()
  .describe("The version that was read. Another one now: CHANGED_MEANWHILE. Left out: the change is made.");

export const getInterface = call({
  name: "getInterface",
  method: "GET",
  path: "/api/interface/:id",
  caller: "admin",
  permission: "look",
  summary: "Read a look",
  description: aboutIds,
  params: lookParams,
  response: lookView,
});

export const getOwnInterface = call({
  name: "getOwnInterface",
  method: "GET",
  path: "/api/interface/",
  caller: "admin",
  permission: "look",
  summary: "Read the look of one's own organisation",
  response: lookView,
});

export const getInterfaceByWorkflow = call({
  name: "getInterfaceByWorkflow",
  method: "GET",
  path: "/api/interface/getInterfaceByWorkflow/:id",
  caller: "none",
  summary: "Read the look of a workflow's sender",
  description: "Says no more than the login page of a signing link shows.",
  params: z.object({ id: workflowId.describe("The workflow's id.") }),
  response: lookView
    .pick({ mail_logo: true, logo: true, style: true })
    .meta({ id: "WorkflowLook", description: "What a workflow looks like." }),
});

export const editInterface = call({
  name: "editInterface",
  method: "POST",
  path: "/api/interface/editInterface/:id",
  caller: "admin",
  permission: "look",
  summary: "Change the look",
  description: `${aboutIds} What is left out stays; null takes a logo away. A logo is a data URL of a PNG or JPEG of at most 20 KB; only its pixels are kept.`,
  params: lookParams,
  body: z.object({
    logo: given.describe("The logo as a data URL."),
    logo_dark: given.describe("The logo for dark screens as a data URL."),
    mail_logo: given.describe("The logo in mails as a data URL."),
    style: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional()
      .describe("The colour, as #RRGGBB."),
    version: readVersion,
  }),
  response: lookView,
});

export const resetInterface = call({
  name: "resetInterface",
  method: "PUT",
  path: "/api/interface/reset/:id",
  caller: "admin",
  permission: "look",
  summary: "Give the look back its defaults",
  description: `${aboutIds} Takes all logos away; the colour is the product's own again.`,
  params: lookParams,
  body: z.object({ version: readVersion }),
  response: lookView,
});

export const testMail = call({
  name: "testMail",
  method: "POST",
  path: "/api/interface/testMail/:id",
  caller: "admin",
  permission: "look",
  summary: "Send yourself a mail in the organisation's look",
  description: `${aboutIds} It goes to your own address only, as the look is saved now. Not accepted by the mail server: TEST_MAIL_ERROR.`,
  params: lookParams,
  body: z.object({}),
  response: z.object({ email: z.string().describe("The address that it went to.") }),
});
