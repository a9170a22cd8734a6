/** The texts of somebody who was met on site and makes their certificate; fetched with that page (ident-texts.ts). */
/** From the code to the certificate, and why a link does not lead there. */
export const identDe = {
  "personalIdent.title": "Ihr Zertifikat anlegen",
  "personalIdent.lead": "Sie haben sich vor Ort ausgewiesen. Wir haben gerade eine SMS an <b>{phone}</b> geschickt.",
  "personalIdent.issuedTo": "Ausgestellt auf",
  "personalIdent.sealFor": "Siegelt für",
  "personalIdent.valid": "Gilt",
  "personalIdent.years": "5 Jahre, für qualifizierte Unterschriften",
  "personalIdent.yearsSeal": "5 Jahre, für qualifizierte Siegel",
  "personalIdent.notYou":
    "Steht hier nicht Ihr Name? Legen Sie nichts an und rufen Sie die Stelle an, bei der Sie waren.",
  "personalIdent.password": "Passwort für Ihr Zertifikat",
  "personalIdent.passwordLead": "Nur Sie kennen es. Niemand kann es zurücksetzen, auch wir nicht.",
  "personalIdent.first": "Passwort",
  "personalIdent.again": "Passwort wiederholen",
  "personalIdent.differ": "Die beiden Passwörter stimmen nicht überein.",
  "personalIdent.long": "Das Passwort ist zu lang. Bis zu {max} Zeichen sind möglich.",
  "personalIdent.rules": "Was das Passwort braucht",
  "personalIdent.rule_passwordShort": "mindestens 8 Zeichen",
  "personalIdent.rule_passwordUpper": "ein Großbuchstabe",
  "personalIdent.rule_passwordLower": "ein Kleinbuchstabe",
  "personalIdent.rule_passwordDigit": "eine Ziffer",
  "personalIdent.rule_passwordSign": "eines von @ $ ! % * ? &",
  "personalIdent.rule_notKnown": "nicht Ihr Name, nicht allgemein bekannt",
  "personalIdent.rule_open": ", noch offen",
  "personalIdent.rule_met": ", erfüllt",
  "personalIdent.rule_broken": ", nicht erfüllt",
  "personalIdent.needsTerms": "Stimmen Sie noch den Bedingungen zu.",
  "personalIdent.needsCode": "Der Code ist noch nicht vollständig.",
  "personalIdent.create": "Zertifikat anlegen",
  "personalIdent.alone": "Allein in Ihrer Hand",
  "personalIdent.aloneLead":
    "Der Schlüssel entsteht jetzt und öffnet sich nur mit Ihrem Passwort und einem Code an Ihr Telefon.",
  "personalIdent.kept": "Was wir aufbewahren",
  "personalIdent.keptLead":
    "Den Nachweis, dass Sie am {day} vor Ort waren, verschlüsselt. Keine Kopie Ihres Ausweises.",
  "personalIdent.done": "Ihr Zertifikat ist da.",
  "personalIdent.serial": "Seriennummer",
  "personalIdent.until": "Gültig bis",
  "personalIdent.codes": "Codes gehen an",
  "personalIdent.next": "Gut zu wissen",
  "personalIdent.nextSign":
    "<b>Unterschreiben:</b> Öffnen Sie die Einladung aus Ihrer E-Mail. Diese Seite können Sie schließen.",
  "personalIdent.nextSeal":
    "<b>Siegeln:</b> Öffnen Sie die Einladung aus Ihrer E-Mail. Diese Seite können Sie schließen.",
  "personalIdent.nextLost": "<b>Telefon weg oder Verdacht?</b> Sperren Sie das Zertifikat, zu jeder Zeit.",
  "personalIdent.nextLostGo": "So sperren Sie es",
  "personalIdent.nextForgot":
    "<b>Passwort vergessen?</b> Weisen Sie sich neu aus. Alles Unterschriebene bleibt gültig.",
  "personalIdent.gone": "Dieser Link gilt nicht mehr.",
  "personalIdent.goneLead":
    "Er lässt sich einmal benutzen, innerhalb von 72 Stunden. Fragen Sie die Stelle, bei der Sie sich ausgewiesen haben, nach einem neuen. Ausweisen müssen Sie sich dafür nicht noch einmal.",
  "personalIdent.goneUsed":
    "Haben Sie den Link schon benutzt? Dann ist Ihr Zertifikat fertig und Sie können unterschreiben.",
  "personalIdent.noCode": "Wir können Ihnen gerade keinen Code schicken.",
  "personalIdent.noCodeLead": "{why} Ihr Link gilt weiter: Öffnen Sie ihn später noch einmal aus der E-Mail.",
  "personalIdent.noCodeAsk": "Hilft das nicht? Fragen Sie die Stelle, bei der Sie sich ausgewiesen haben.",
  "personalIdent.image": "Ein offener Ring mit einer Uhr",
  "personalIdent.ask": "So erreichen Sie {provider}",
  "personalIdent.imprint": "Im Impressum steht, wie Sie uns erreichen.",
} as const;
