/** What fields ask for and what is said of entries, in German. */

/** Texts of fields and entries. */
export const entriesDe = {
  "field.datePlaceholder": "TT.MM.JJJJ",
  "field.choose": "Bitte wählen …",
  "field.clear": "Auswahl aufheben",
  "field.charsMax": "bis {n} Zeichen",
  "entry.characters": "Ein Zeichen kann hier nicht stehen. Löschen Sie es oder schreiben Sie es anders.",
  "entry.one-line": "Hier passt nur eine Zeile.",
  "entry.too-long": "Hier passen höchstens {n} Zeichen.",
  "entry.too-much": "So viel Text passt hier nicht hinein. Bitte kürzen Sie ihn.",
  "entry.no-date": "Schreiben Sie einen Tag, den es gibt, als TT.MM.JJJJ, zum Beispiel 31.01.2027.",
  "entry.no-choice": "Wählen Sie etwas aus der Liste.",
  "entry.not-clearable": "Eine Auswahl muss bleiben. Wählen Sie eine andere.",
  "entry.small": "Steht im Dokument in sehr kleiner Schrift. Kürzer wird sie größer.",
  "entry.changed":
    "Hier wurde inzwischen an anderer Stelle „{theirs}“ gespeichert. Sie haben „{mine}“ eingetragen. Was soll gelten?",
  "entry.keepMine": "Meine Eingabe behalten",
  "entry.takeTheirs": "Die andere übernehmen",
  "entry.empty": "nichts",
  "entry.ticked": "angekreuzt",
  "entry.unticked": "nicht angekreuzt",
  "statement.filled": "Was Sie eingetragen haben",
  "statement.moreValues": "{n} weitere Angaben zeigen",
  "statement.fewerValues": "Weniger Angaben zeigen",
  "statement.wholeText": "Ganz zeigen",
  "statement.lessText": "Weniger zeigen",
  "entry.waiting":
    "Ihre Eingaben sind noch nicht gespeichert. Lassen Sie diese Seite offen; wir versuchen es gleich noch einmal.",
  "entry.unsaved": "In „{name}“ ist eine Eingabe noch nicht gespeichert. Öffnen Sie das Dokument noch einmal.",
  "entry.confirmAgain": "Geändert, bitte noch einmal bestätigen",
  "entry.confirmed": "Sie haben dieses Dokument bestätigt. Wenn Sie etwas ändern, bestätigen Sie es noch einmal.",
  "entry.changedSince":
    "Seit Ihrer Bestätigung hat sich etwas geändert. Bitte bestätigen Sie das Dokument noch einmal.",
  "entry.changedSinceShown":
    "Seit Sie zuletzt weitergegangen sind, hat sich etwas geändert. Sehen Sie es sich noch einmal an.",
  "entry.unseen": "„{name}“ ist ausgefüllt, und Sie haben es hier noch nicht angesehen. Öffnen Sie es zuerst.",
  "entry.changedElsewhere": "Ein Feld wurde an anderer Stelle geändert: „{label}“.",
} as const;
