/** The people of an organisation: list, invite, let in, change and remove (admin-side.md §2, §7; decisions.md §5, §11). */
import { z } from "zod";
import { personStates } from "../account-acts.ts";
import { emailField } from "../account-fields.ts";
import { call } from "../call.ts";
import { administratorId, organisationId } from "../ids.ts";
import { bulk_ids_max, languages, password_chars_max } from "../limits.ts";
import { accountRoles } from "../permissions.ts";
import { beforePatterns } from "../text.ts";

const count = z.number().int();
const role = z.enum(accountRoles);
/** What an administrator may give; `organization_admin` is as good as `admin` and given by nobody any more. */
const givenRole = z
  .enum(["admin", "organization_admin", "user"])
  .describe("`admin` may do everything here, `user` only change their own account. `organization_admin` is `admin`.");

export const personView = z
  .object({
    user_id: administratorId.describe("The person's id."),
    first_name: z.string().describe("First name; empty until an invitation is accepted."),
    last_name: z.string().describe("Last name; empty until an invitation is accepted."),
    email: z.string().describe("E-mail address."),
    phone: z.string().nullable().describe("Phone number as E.164; null: none."),
    account_role: role.describe("What the person may do."),
    organization_id: organisationId.describe("The organisation's id."),
    language_id: z.enum(languages).describe("The language that the person reads."),
    state: z
      .enum(personStates)
      .describe("`active`, `invited`, `waiting` to be let in, or `disabled`: may not log in any more."),
    created_at: z.iso.datetime().describe("Since when the person stands here."),
    last_login_at: z.iso.datetime().nullable().describe("When the person logged in last; null: never yet."),
    invited_until: z.iso
      .datetime()
      .nullable()
      .describe("Until when an invitation may be accepted; null: there is none, or it is over."),
    second_factor: z
      .enum(["none", "app", "passkey", "oidc"])
      .describe("Whether the login asks for more than the password."),
    version: count.describe("Counts the changes of the person; send it along with a change."),
  })
  .meta({ id: "PersonView", description: "A person with an account or an invitation." });
export type PersonView = z.infer<typeof personView>;

/** Which people a list shows. */
export const personFilters = ["all", ...personStates] as const;

export const peoplePage = z
  .object({
    users: z.array(personView).describe("The people of this page, by first name."),
    next_cursor: z.string().nullable().describe("Asks for the next page; null on the last."),
    counts: z
      .object({
        all: count.describe("All that match the search."),
        active: count.describe("Those who may log in."),
        invited: count.describe("Those who have an invitation."),
        waiting: count.describe("Those who asked to join."),
        disabled: count.describe("Those who may not log in any more."),
      })
      .describe("How many match the search, by state."),
    administrators: count.describe("How many active people administer the organisation, whatever the search."),
  })
  .meta({ id: "PeoplePage", description: "A page of people." });
export type PeoplePage = z.infer<typeof peoplePage>;

const allowed = { caller: "admin", permission: "users" } as const;
const foreignIds = "An id of another organisation answers 404, as one that does not exist.";
const oneByOne =
  "Each by itself: what is refused for one changes nothing for the others. The answer has a line for each.";
const idParam = z.object({ id: z.string().describe("The person's id.") });
const ids = z
  .array(z.string().describe("A person's id."))
  .min(1)
  .max(bulk_ids_max)
  .describe("Their ids, 1,000 at most.");

const refusals = z.enum([
  "NOT_FOUND",
  "INSUFFICIENT_PERMISSIONS",
  "CANNOT_CHANGE_OWN_ROLE",
  "CANNOT_REMOVE_SELF",
  "LAST_ADMINISTRATOR",
  "PERSON_WAITING",
  "PERSON_INVITED",
  "JOINING_DECIDED",
]);
const lines = z.array(
  z
    .object({
      id: z.string().describe("The person's id, as it was sent."),
      code: refusals.nullable().describe("Why nothing was done; null: it is done."),
    })
    .meta({ id: "PersonLine", description: "What became of one person." }),
);
/** What became of each of several people. */
export type PersonLine = z.infer<typeof lines>[number];

export const getAccountAdministrator = call({
  name: "getAccountAdministrator",
  method: "GET",
  path: "/api/account/getAccountAdministrator/:id",
  ...allowed,
  summary: "List people",
  description: `Everybody with an account or an invitation, a page at a time. ${foreignIds}`,
  params: z.object({ id: z.string().describe("The organisation's id, or its licence's.") }),
  query: z.object({
    state: z.enum(personFilters).default("all").describe("Only people in this state."),
    search: z.string().trim().max(200, beforePatterns).optional().describe("Part of a name or an address."),
    limit: z.coerce.number().int().min(1).max(100).default(50).describe("How many people a page has."),
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe("The `next_cursor` of the page before. Left out: the first page."),
  }),
  response: peoplePage,
});

export const inviteAdministrator = call({
  name: "inviteAdministrator",
  method: "POST",
  path: "/api/account/inviteAdministrator",
  ...allowed,
  summary: "Invite a person",
  description:
    "Mails a link that makes an account for this address. It works once, for 72 hours; inviting an address again replaces the link before.",
  body: z.object({
    e_mail: emailField.describe("The person's address; the account will belong to it."),
    account_role: givenRole,
    language: z.enum(languages).optional().describe("The language of the mail. Left out: yours."),
  }),
  response: personView,
});

export const resendInvitation = call({
  name: "resendInvitation",
  method: "POST",
  path: "/api/account/resendInvitation/:id",
  ...allowed,
  summary: "Send an invitation again",
  description: `Its 72 hours begin anew, and the link before does nothing any more. ${foreignIds}`,
  params: idParam,
  response: personView,
});

export const approveJoining = call({
  name: "approveJoining",
  method: "POST",
  path: "/api/account/approveJoining",
  ...allowed,
  summary: "Let people in, or refuse them",
  description: `People who asked to join with the join key; they are told by mail. ${oneByOne} ${foreignIds}`,
  body: z.object({
    ids,
    approved: z.boolean().describe("Whether they are let in."),
    account_role: givenRole.optional().describe("The role of those who are let in. Left out: `user`."),
  }),
  response: lines,
});

export const updateAccountAdministratorRole = call({
  name: "updateAccountAdministratorRole",
  method: "PUT",
  path: "/api/account/updateAccountAdministratorRole",
  ...allowed,
  summary: "Change a person's role",
  description: `Ends the person's sessions. The own role stays. ${foreignIds}`,
  body: z.object({
    id: z.unknown().optional().describe("Ignored: the session says who acts."),
    administrator: z
      .object({
        user_id: z.string().optional().describe("The person's id."),
        id: z.string().optional().describe("The same, under its other name."),
        account_role: givenRole,
        version: count
          .optional()
          .describe("The `version` that was read. Changed meanwhile: 409. Left out: not looked at."),
      })
      .describe("Whose role, and which."),
  }),
  response: personView,
});

export const updateAccountAdministratorRoles = call({
  name: "updateAccountAdministratorRoles",
  method: "POST",
  path: "/api/account/updateAccountAdministratorRoles",
  ...allowed,
  summary: "Change the role of several people",
  description: `${oneByOne} ${foreignIds}`,
  body: z.object({ ids, account_role: givenRole }),
  response: lines,
});

export const setAdministratorActive = call({
  name: "setAdministratorActive",
  method: "PUT",
  path: "/api/account/setAdministratorActive",
  ...allowed,
  summary: "Disable or enable people",
  description: `Whoever is disabled is logged out at once and may not log in until they are enabled. ${oneByOne} ${foreignIds}`,
  body: z.object({ ids, active: z.boolean().describe("Whether they may log in.") }),
  response: lines,
});

export const deleteAccountAdministrator = call({
  name: "deleteAccountAdministrator",
  method: "DELETE",
  path: "/api/account/deleteAccountAdministrator/:id",
  ...allowed,
  summary: "Delete a person",
  description: `Account, sessions and invitation are gone at once. Workflows go on. ${foreignIds}`,
  params: idParam,
  response: z.literal(true),
});

export const deleteAccountAdministrators = call({
  name: "deleteAccountAdministrators",
  method: "POST",
  path: "/api/account/deleteAccountAdministrators",
  ...allowed,
  summary: "Delete several people",
  description: `${oneByOne} ${foreignIds}`,
  body: z.object({ ids }),
  response: lines,
});

export const removeSecondFactor = call({
  name: "removeSecondFactor",
  method: "POST",
  path: "/api/account/removeSecondFactor/:id",
  ...allowed,
  summary: "Remove the second factor of a person who lost it",
  description: `The person logs in with the password alone and is told by mail. Their sessions end. ${foreignIds}`,
  params: idParam,
  body: z.object({
    password: z
      .string()
      .max(password_chars_max)
      .describe("The password of who acts, once more. Wrong: WRONG_PASSWORD."),
  }),
  response: personView,
});
