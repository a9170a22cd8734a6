/** What stands around every page, in German. It travels with the page, so that it can be said when the other texts do not come. */
export const shellDe = {
  "frame.skip": "Zum Inhalt",
  "frame.language": "Sprache",
  "frame.imprint": "Impressum",
  "frame.privacy": "Datenschutz und Nutzungsbedingungen",
  "frame.progress": "Fortschritt",
  "frame.stepOf": "Schritt {n} von {m}",
  "frame.done": "erledigt",
  "frame.back": "Zurück",
  "frame.next": "Weiter",
  "frame.cancel": "Abbrechen",
  "frame.close": "Meldung schließen",
  "frame.pause": "Meldung anhalten",
  "frame.resume": "Meldung weiterlaufen lassen",
  "frame.loading": "Wird geladen …",
  "frame.wait": "Einen Augenblick …",
  "frame.newTab": "in einem neuen Tab",
  "frame.required": "Benötigt",
  "frame.tryAgain": "Noch einmal versuchen",
  "frame.failed": "Das konnten wir nicht laden.",
  "frame.missing": "Diese Seite konnten wir nicht laden.",
  "frame.missingAway":
    "Wir erreichen unseren Dienst gerade nicht. Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal. Was Sie eingetragen haben, geht nicht verloren.",
  "frame.missingOurs":
    "Das liegt nicht an Ihnen. Versuchen Sie es in einem Augenblick noch einmal. Was Sie eingetragen haben, geht nicht verloren.",
  "frame.write": "Schreiben",
  "frame.writeTo": "{name} schreiben",
} as const;
