/** What fields ask for and what is said of entries, in English. */
import type { entriesDe } from "./entries-de.ts";

/** Texts of fields and entries. */
export const entriesEn = {
  "field.datePlaceholder": "DD.MM.YYYY",
  "field.choose": "Please choose …",
  "field.clear": "Clear choice",
  "field.charsMax": "up to {n} characters",
  "entry.characters": "One character cannot be used here. Delete it or write it differently.",
  "entry.one-line": "Only one line fits here.",
  "entry.too-long": "At most {n} characters fit here.",
  "entry.no-date": "Write a day that exists as DD.MM.YYYY, for example 31.01.2027.",
  "entry.no-choice": "Choose something from the list.",
  "entry.not-clearable": "One choice has to stay. Choose another one.",
  "entry.changed": "Meanwhile “{theirs}” was saved here from elsewhere. You entered “{mine}”. Which one should stay?",
  "entry.keepMine": "Keep mine",
  "entry.takeTheirs": "Take the other one",
  "entry.empty": "nothing",
  "entry.ticked": "ticked",
  "entry.unticked": "not ticked",
  "statement.filled": "What you filled in",
  "statement.moreValues": "Show {n} more entries",
  "statement.fewerValues": "Show fewer entries",
  "statement.wholeText": "Show all of it",
  "statement.lessText": "Show less",
  "entry.waiting": "Your entries are not saved yet. Leave this page open; we will try again in a moment.",
  "entry.unsaved": "An entry in “{name}” is not saved yet. Open the document again.",
  "entry.unseen": "“{name}” is filled in, and you have not looked at it here yet. Open it first.",
  "entry.changedElsewhere": "A field was changed elsewhere: “{label}”.",
  "entry.confirmAgain": "Changed, please confirm again",
  "entry.confirmed": "You have confirmed this document. If you change anything, confirm it again.",
  "entry.changedSince": "Something has changed since you confirmed. Please confirm the document again.",
} as const satisfies Readonly<Record<keyof typeof entriesDe, string>>;
