/** The words of mails that belong to no workflow, in English. */
import { trial_days } from "@siegel/contract/limits.ts";
import {
  type AccountPhrases,
  confirmHours,
  invitationHours,
  linkTo,
  resetMinutes,
  webhookDays,
} from "./account-phrases.ts";
import { englishLicenceWords } from "./licence-words.ts";

/** By kind. */
export const englishAccountWords: AccountPhrases = {
  ...englishLicenceWords,
  reset: ({ facts, until }) => ({
    subject: "Choose a new password",
    heading: "Choose a new password.",
    paragraphs: [
      `Someone asked for a link to a new password for this address. If it was you, open it within ${resetMinutes} minutes.`,
      "If it was not you, there is nothing to do: your password stays as it is.",
    ],
    button: { label: "Change password", at: linkTo("reset", facts) },
    rows: [["Valid until", until]],
    notes: ["The link works once. Please do not forward this e-mail."],
  }),
  confirm: ({ facts, look, until }) => ({
    subject: "Confirm your e-mail address",
    heading: "Confirm your address.",
    paragraphs: [
      facts.founds === null
        ? `You would like to join ${look.organisation}. Please confirm that this address is yours. Someone there will then let you in.`
        : `You would like to create the organisation ${facts.founds}. Please confirm that this address is yours. Then you can log in.`,
      "If you did not register, there is nothing to do: no account is made without it.",
    ],
    button: { label: "Confirm address", at: linkTo("confirm", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${confirmHours} hours and works once.`],
  }),
  known: () => ({
    subject: "You already have an account",
    heading: "You already have an account.",
    paragraphs: [
      "Someone tried to create a new account with this address. There is one already, so nothing has happened.",
      "If it was you, log in. If you have forgotten your password, choose “Forgot password” on that page. If it was not you, there is nothing to do.",
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  welcome: ({ look }) => ({
    subject: `Welcome: ${look.organisation} is ready`,
    heading: `${look.organisation} is ready.`,
    paragraphs: [
      `You can try everything for ${trial_days} days. After that we delete the organisation and its data unless you choose a licence. We remind you before.`,
      "Next, set a logo or add a token for your program.",
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  join_asked: ({ facts: { about }, look }) => ({
    subject: `${about?.name} would like to join ${look.organisation}`,
    heading: "Someone would like to join.",
    paragraphs: [
      `${about?.name} knows the join key of ${look.organisation} and would like to work there. Let this person in, or refuse.`,
    ],
    button: { label: "Have a look", at: "/admin/users" },
    rows: [["E-mail", about?.email ?? ""]],
    notes: ["If you do not know this person, refuse, and renew the join key."],
  }),
  password_changed: ({ facts: { passkeys } }) => ({
    subject: "Your password was changed",
    heading: "Your password was changed.",
    paragraphs: [
      "Your password was changed, and all devices were logged out.",
      "If it was not you, choose a new one at once and tell an administrator of your organisation.",
      ...(passkeys.length === 0
        ? []
        : ["These passkeys still log you in. If you do not know one, remove it under “Account”."]),
    ],
    rows: passkeys.map((name) => ["Passkey", name]),
    button: { label: "It was not me", at: "/forgot" },
  }),
  invitation: ({ facts, look, until }) => ({
    subject: `Invitation to ${look.organisation}`,
    heading: `${look.organisation} invites you.`,
    paragraphs: [
      `${facts.about?.name ?? look.organisation} would like you to join ${look.organisation}, ${facts.administers ? "as an administrator: you would send documents and manage who has access" : "as a user: you could log in, but manage nothing"}. Accept the invitation and choose a password.`,
      "If you do not know the organisation, there is nothing to do: you only get an account if you accept.",
    ],
    button: { label: "Accept the invitation", at: linkTo("invitation", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${invitationHours} hours, works once, and for this address only.`],
  }),
  invitation_known: ({ facts, look }) => ({
    subject: `Invitation to ${look.organisation}`,
    heading: "This address has an account already.",
    paragraphs: [
      `${facts.about?.name ?? look.organisation} would like to invite you to ${look.organisation}. But an address can belong to one organisation only, and this one belongs to another.`,
      "If you would like to work there, give them another address. Otherwise there is nothing to do.",
    ],
  }),
  invitation_accepted: ({ facts: { about }, look }) => ({
    subject: `${about?.name} has joined`,
    heading: `${about?.name} has joined.`,
    paragraphs: [`${about?.name} has accepted your invitation to ${look.organisation}.`],
    button: { label: "Have a look", at: "/admin/users" },
    rows: [["E-mail", about?.email ?? ""]],
  }),
  join_approved: ({ facts, look }) => ({
    subject: `Welcome to ${look.organisation}`,
    heading: "You are in.",
    paragraphs: [
      `An administrator of ${look.organisation} has let you in, ${facts.administers ? "as an administrator" : "as a user"}. Log in with the password that you chose.`,
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  join_refused: ({ look }) => ({
    subject: `Your request to join ${look.organisation}`,
    heading: "Your request was refused.",
    paragraphs: [
      `You asked to join ${look.organisation}. An administrator there has refused. We delete what you entered.`,
      "If you think that this is a mistake, ask the person who gave you the join key.",
    ],
  }),
  role_changed: ({ facts, look }) => ({
    subject: "Your role was changed",
    heading: "Your role was changed.",
    paragraphs: [
      facts.administers
        ? `You can now manage everything that belongs to ${look.organisation}. Log in again to do so.`
        : `You still belong to ${look.organisation}, but cannot manage anything there any more. If you need to, ask an administrator.`,
    ],
    button: { label: "Log in", at: "/adminLogin" },
  }),
  disabled: ({ look }) => ({
    subject: "Your account was switched off",
    heading: "Your account was switched off.",
    paragraphs: [
      `An administrator of ${look.organisation} has switched your account off. You cannot log in there any more. What you are asked to sign, you still sign with the link in the invitation.`,
      "If that is a mistake, ask there.",
    ],
  }),
  passkey_added: () => ({
    subject: "A passkey was added",
    heading: "A passkey was added.",
    paragraphs: [
      "With it, you can log in without a password.",
      "If it was not you, choose a new password at once and remove the passkey under “Account”.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  oidc_linked: () => ({
    subject: "Your account is linked with the login service",
    heading: "Your account is linked with the login service.",
    paragraphs: [
      "Who logs in there as you can log in to your account without a password.",
      "If it was not you, choose a new password at once and end the link under “Account”.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  oidc_removed: () => ({
    subject: "Your account is no longer linked with the login service",
    heading: "The link with the login service is ended.",
    paragraphs: [
      "The login service no longer opens your account. Your password still does.",
      "If it was not you, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  passkey_removed: () => ({
    subject: "A passkey was removed",
    heading: "A passkey was removed.",
    paragraphs: [
      "It can no longer be used to log in.",
      "If it was not you, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  test: ({ look }) => ({
    subject: `Test: e-mails from ${look.organisation}`,
    heading: "This is how your e-mails look.",
    paragraphs: [
      `Invitations, reminders and messages from ${look.organisation} have this logo and this colour.`,
      "This is a test that you asked for yourself. There is nothing to do.",
    ],
    button: { label: "To the appearance", at: "/admin/look" },
  }),
  new_email: ({ facts, until }) => ({
    subject: "Confirm your new address",
    heading: "Confirm your new address.",
    paragraphs: [
      "You would like to log in with this address from now on. Please confirm that it is yours. Until then the old one counts.",
      "If it was not you, there is nothing to do.",
    ],
    button: { label: "Confirm address", at: linkTo("new-email", facts) },
    rows: [["Valid until", until]],
    notes: [`The link is valid for ${confirmHours} hours and works once.`],
  }),
  email_asked: ({ facts: { about } }) => ({
    subject: "Your address is about to change",
    heading: "Your address is about to change.",
    paragraphs: [
      "Someone who knows your password has entered another address for your account. Once it is confirmed, you log in with it.",
      "If it was not you, choose a new password at once: that ends this change, too.",
    ],
    button: { label: "It was not me", at: "/forgot" },
    rows: [["New address", about?.email ?? ""]],
  }),
  factor_set: () => ({
    subject: "Your second factor is set up",
    heading: "Your second factor is set up.",
    paragraphs: [
      "From now on the login asks for the code of your authenticator app. Keep the recovery codes: each replaces the app once.",
      "If it was not you, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  factor_removed: () => ({
    subject: "Your second factor was removed",
    heading: "Your second factor was removed.",
    paragraphs: [
      "The login asks for the password alone. Set the app up again under “Account” when you have one.",
      "If you know nothing about it, choose a new password at once and tell an administrator of your organisation.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  recovery_used: () => ({
    subject: "A recovery code was used",
    heading: "A recovery code was used.",
    paragraphs: [
      "Someone has logged in with your password and one of your recovery codes. This code no longer works.",
      "If it was not you, choose a new password at once and make new codes under “Account”.",
    ],
    button: { label: "It was not me", at: "/forgot" },
  }),
  wrong_codes: () => ({
    subject: "Wrong codes at your login",
    heading: "A wrong code, several times.",
    paragraphs: [
      "Someone logged in with your password and then entered a wrong code several times. They did not get in.",
      "If it was you, you need not do anything. If it was not, someone knows your password: choose a new one at once, also wherever else you use it.",
    ],
    button: { label: "It was not me", at: "/forgot" },
    notes: ["We write to you about this once a day at most."],
  }),
  webhook_failed: ({ look }) => ({
    subject: `${look.organisation}: events do not reach your program`,
    heading: "Events do not arrive.",
    paragraphs: [
      `For ${webhookDays} days we tried to deliver an event to the server of ${look.organisation}. It did not take it, so we have stopped trying this one.`,
      "We go on delivering new events. Please look at what the server answers. When it works again, have everything sent that is missing.",
    ],
    button: { label: "See deliveries", at: "/admin/api" },
    notes: ["We will not write to you about this again until the server has answered."],
  }),
};
