/** The rules of account-rules.ts as schemas, for the calls of people with an account. */
import { z } from "zod";
import { phoneFault, storedPhone } from "./account-phone.ts";
import {
  type AccountFault,
  account_name_chars_max,
  account_text_chars_max,
  emailFault,
  nameFault,
  passwordFault,
  registrationTextFault,
  textFault,
} from "./account-rules.ts";
import { email_chars_max, password_chars_max } from "./limits.ts";
import { beforePatterns } from "./text.ts";
import { accountValueFaults } from "./value-faults.ts";

/** A string that a rule takes; its sentence says what is wrong. */
const ruled = (charsMax: number, faultOf: (typed: string) => AccountFault | null) =>
  z
    .string()
    .max(charsMax, beforePatterns)
    .check((context) => {
      const fault = faultOf(context.value);
      if (fault === null) return;
      context.issues.push({ code: "custom", message: accountValueFaults[fault].en, input: context.value });
    });

const line = (charsMax: number, faultOf: (typed: string) => AccountFault | null) =>
  // Blanks around it are not counted, so that what is typed by hand and what is pasted have the same room.
  ruled(charsMax + 100, faultOf).overwrite((typed) => typed.trim().normalize("NFC"));

/** First or last name of a person, or a street. */
export const nameField = line(account_name_chars_max, nameFault);
/** Any other line of an account or an organisation, also a contact person. */
export const textField = line(account_text_chars_max, textFault);
/** Name of an organisation that registers. */
export const registrationTextField = line(account_text_chars_max, registrationTextFault);
/** E-mail address of a person. */
export const emailField = line(email_chars_max, emailFault);
/** A new password. */
export const newPasswordField = ruled(password_chars_max, passwordFault);
/** A mobile number; stored as E.164. */
export const mobileField = ruled(60, (typed) => (typed.trim() === "" ? "required" : phoneFault(typed))).transform(
  (typed) => storedPhone(typed) ?? "",
);
/** A mobile number, or nothing; stored as E.164. */
export const phoneField = ruled(60, phoneFault).transform((typed) => storedPhone(typed));
