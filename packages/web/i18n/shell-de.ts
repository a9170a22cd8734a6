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
  "away.offline": "Die Verbindung ist weg.",
  "away.offlineLead":
    "Wir erreichen unseren Dienst gerade nicht. Was Sie eingetragen haben, ist auf diesem Gerät sicher. Es wird gespeichert, sobald die Verbindung wieder da ist.",
  "away.fault": "Das hat bei uns nicht geklappt.",
  "away.faultLead":
    "Dadurch wurde nichts gesendet, geändert oder unterschrieben, und was Sie eingetragen haben, geht nicht verloren. Versuchen Sie es in einer Minute noch einmal.",
  "away.maintenance": "Wir arbeiten gerade an unserem Dienst.",
  "away.maintenanceLead":
    "Was Sie eingetragen haben, bleibt erhalten. Diese Seite lädt von selbst neu, sobald es weitergeht.",
  "away.maintenanceUntil":
    "Voraussichtlich bis {time}. Was Sie eingetragen haben, bleibt erhalten. Diese Seite lädt von selbst neu, sobald es weitergeht.",
  "away.again": "Nächster Versuch von selbst in {n} Sekunden.",
  "away.reference": "Kennung für Rückfragen:",
  "frame.write": "Schreiben",
  "frame.writeTo": "{name} schreiben",
} as const;
