/** The words of the administration, in English. */
import type { administrationDe } from "./administration-de.ts";

/** The same as in German. */
export const administrationEn = {
  "Responses.WRONG_MAIL_OR_PW": "E-mail or password is not right. Check both, capital letters too.",
  "Responses.USER_NOT_ACTIV": "Your account is switched off. Ask an administrator of your organisation.",
  "Responses.ORGANIZATION_INACTIVE": "Your organisation is switched off. Ask the provider.",
  "Responses.ACCOUNT_NOT_APPROVED":
    "Your account is still waiting: an administrator of your organisation has to let you in.",
  "Responses.INSUFFICIENT_PERMISSIONS": "Only administrators may do that. Ask one of them.",
  "Responses.NOT_FOUND": "There is no such thing, or not any more. Reload the page.",
  "Responses.USER_SUCCESS_LOGOUT": "You have logged out.",
  "adminLogin.title": "Log in",
  "adminLogin.eyebrow": "Administration",
  "adminLogin.claim": "Send, follow, prove.",
  "adminLogin.lead":
    "This is where people work who send documents and manage access for an organisation. Do you only want to sign? Then open the link in your e-mail.",
  "adminLogin.goesOn": "Once you have logged in, you go on where you were.",
  "adminLogin.email": "E-mail",
  "adminLogin.emailFault": "Enter your whole e-mail address, for example name@company.com.",
  "adminLogin.password": "Password",
  "adminLogin.submit": "Log in",
  "adminLogin.slow":
    "Several wrong passwords came. Your account is not locked, we only take more time. What you typed stays.",
  "adminLogin.slowLeft": "Next try in {n} s.",
  "admin.licence": "Licence",
  "admin.sections": "Sections",
  "admin.loggedIn": "Logged in as {name}",
  "admin.again": "Try again",
  "admin.loggedOutHere":
    "You are logged out here, but our server has not heard of it yet. Close the browser if others use it.",
  "section.tokens": "Tokens",
  "tokens.usage": "Use of the licence",
  "tokens.ses": "Simple signatures",
  "tokens.aes": "Advanced signatures",
  "tokens.qes": "Qualified signatures",
  "tokens.ofLimit": "of {n}",
  "tokens.free": "{n} free",
  "tokens.freeReserved": "{n} free, {m} reserved",
  "tokens.percent": "{n} %",
  "tokens.usedPercent": "{n} % used",
  "roleUser.title": "Hello {name}",
  "roleUser.lead": "You belong to {organisation}. You cannot manage anything here, and can sign at any time.",
  "roleUser.sign": "Sign",
  "roleUser.signHow": "Use the link in the invitation. You need not be logged in here for it.",
  "roleUser.more": "Send documents, manage access and the organisation",
  "roleUser.moreWho": "Administrators may do that. If you need it, ask one of them:",
} as const satisfies Readonly<Record<keyof typeof administrationDe, string>>;
