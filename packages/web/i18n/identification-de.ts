/** The texts of identification by ID card and by video, from the choice to the code; fetched with their pages (identification-texts.ts). */

/** From the choice of a way to the code, the pages of a phone, and the proof of a mailbox. */
export const identificationDe = {
  "identification.title": "Wie möchten Sie sich ausweisen?",
  "identification.same": "Alle Wege führen zur selben rechtlichen Wirkung.",
  "identification.sameName":
    "Ihr Zertifikat lautet auf <b>{name}</b>, wie in der Einladung. Nennt Ihr Ausweis einen anderen Namen, sieht ein Mensch nach, und es dauert länger.",
  "identification.noMail": "Keine E-Mail bekommen? Weisen Sie sich noch einmal aus",
  "identification.ways": "Weg der Identifizierung",
  "identification.card": "Online-Ausweis",
  "identification.cardLead":
    "Sie halten Ihren Ausweis ans Telefon und geben seine PIN ein. Danach geht es sofort weiter.",
  "identification.cardNeed": "Ausweis, sechsstellige PIN, AusweisApp",
  "identification.cardNeedIssuer": "Ausweis und seine sechsstellige PIN",
  "identification.cardTakes": "etwa 3 Minuten",
  "identification.video": "Videoidentifizierung",
  "identification.videoLead":
    "Sie filmen Ausweis und Gesicht mit dem Telefon, auf der Seite unseres Partners. Das Zertifikat reicht für diesen Vorgang.",
  "identification.videoNeed": "Ausweis oder Reisepass, Telefon mit Kamera",
  "identification.videoTakes": "etwa 6 Minuten",
  "identification.inPersonLead": "Sie zeigen uns Ihren Ausweis. Wo und wann, vereinbaren Sie mit dem Anbieter.",
  "identification.costs": "Kostet Sie",
  "identification.nothing": "nichts",
  "identification.years": "5 Jahre",
  "identification.oneDay": "1 Tag",
  "identification.days": "{n} Tage",
  "identification.hours": "{n} Stunden",
  "identification.whoLead":
    "{organisation} erfährt nur, dass, wie und wann Sie sich ausgewiesen haben. Keine Ausweisdaten, kein Foto.",
  "identification.keptLead":
    "Was auf Ihrem Ausweis steht und gelesen wurde, und den Nachweis der Prüfung, verschlüsselt. Das Gesetz verlangt es.",
  "identification.cardHave": "Halten Sie Ihren Personalausweis und die sechsstellige PIN bereit.",
  "identification.computer": "Auf diesem Computer",
  "identification.computerLead": "Mit der AusweisApp und einem Kartenleser, oder mit Ihrem Telefon als Leser.",
  "identification.device": "Auf diesem Gerät",
  "identification.deviceLead":
    "Die AusweisApp liest den Ausweis, wenn Sie ihn an das Gerät halten. Danach geht es hier weiter.",
  "identification.issuerLead":
    "Der Ausweis wird auf der Seite unseres Partners gelesen. Danach kommen Sie hierher zurück.",
  "identification.issuerGo": "Weiter zu unserem Partner",
  "identification.mayLook":
    "Auf Wunsch sehen wir nach, ob die App läuft. Ihr Browser fragt Sie dann vielleicht, ob diese Seite auf Ihren Computer zugreifen darf.",
  "identification.looking": "Wir sehen nach. Fragt Ihr Browser? Dann erlauben Sie es.",
  "identification.available": "Die AusweisApp läuft.",
  "identification.availableLead": "Legen Sie Ausweis und PIN bereit.",
  "identification.unavailable": "Die AusweisApp läuft hier nicht.",
  "identification.unavailableLead": "Starten Sie die App und prüfen Sie noch einmal, oder nehmen Sie Ihr Telefon.",
  "identification.prompt": "Ihr Browser fragt Sie noch.",
  "identification.promptLead":
    "Erlauben Sie den Zugriff auf Ihren Computer und prüfen Sie dann noch einmal. Öffnen können Sie die App auch so.",
  "identification.blocked": "Ihr Browser lässt uns nicht nachsehen.",
  "identification.blockedLead": "Das ist kein Fehler. Läuft die App, dann öffnen Sie sie einfach mit dem Knopf.",
  "identification.unknown": "Wir können nicht erkennen, ob die App läuft.",
  "identification.unknownLead": "Versuchen Sie es mit dem Knopf. Geschieht nichts, starten Sie erst die App.",
  "identification.install": "AusweisApp installieren",
  "identification.openApp": "AusweisApp öffnen",
  "identification.openAppHere": "Mit der AusweisApp auf diesem Computer",
  "identification.opened": "Öffnet sich nichts? Starten Sie die AusweisApp und versuchen Sie es noch einmal.",
  "identification.look": "Nachsehen, ob sie läuft",
  "identification.lookAgain": "Noch einmal prüfen",
  "identification.phone": "Mit dem Telefon",
  "identification.phoneLead": "Am einfachsten: Das Telefon liest den Ausweis. Danach geht es hier am Computer weiter.",
  "identification.phone1": "Wir zeigen einen QR-Code. Sie öffnen ihn mit der Kamera.",
  "identification.phone2": "Computer und Telefon zeigen dieselben zwei Ziffern. Sie vergleichen.",
  "identification.phone3": "Sie halten den Ausweis ans Telefon und geben die PIN ein.",
  "identification.showCode": "QR-Code zeigen",
  "identification.pin": "PIN vergessen oder nie gesetzt?",
  "identification.pinLead":
    "Eine neue PIN setzen Sie in der AusweisApp mit dem Brief zum Ausweis oder im Bürgeramt. Keine Zeit dafür? Dann nehmen Sie einen anderen Weg.",
  "identification.other": "Anderer Weg",
  "identification.read": "Was wir aus dem Ausweis lesen",
  "identification.readLead":
    "Vornamen, Nachname, Geburtsname, Geburtsdatum, Staatsangehörigkeit, und welcher Ausweis es ist und bis wann er gilt. Nicht Anschrift, Foto oder Fingerabdruck. Die App zeigt es Ihnen vorher.",
  "identification.yourPin": "Ihre PIN",
  "identification.yourPinLead": "bleibt zwischen Ihnen und dem Ausweis. Weder wir noch {organisation} erfahren sie.",
  "identification.scan": "Öffnen Sie den Code mit dem Telefon",
  "identification.scanLead": "Richten Sie die Kamera Ihres Telefons auf das Bild.",
  "identification.code": "QR-Code für Ihr Telefon",
  "identification.digits": "Ihr Telefon zeigt gleich diese zwei Ziffern",
  "identification.digitsSaid": "{first} und {second}",
  "identification.digitsOther": "Zeigt es andere? Dann brechen Sie ab: Jemand anderes hat Ihnen einen Code geschickt.",
  "identification.codeLeft": "gültig",
  "identification.codeNext": "Danach zeigen wir einen neuen.",
  "identification.codeNew": "Das ist ein neuer Code, mit neuen Ziffern.",
  "identification.waitsForPhone": "Wartet auf Ihr Telefon",
  "identification.begun": "Ihr Telefon ist dran",
  "identification.begunLead":
    "Halten Sie den Ausweis an das Telefon und geben Sie die PIN ein. Lassen Sie diese Seite offen: Sie geht von selbst weiter.",
  "identification.stopped": "Am Telefon abgebrochen",
  "identification.stoppedLead":
    "Nichts ist geschehen. Versuchen Sie es mit einem neuen Code, oder wählen Sie einen anderen Weg.",
  "identification.codeAgain": "Neuen Code zeigen",
  "identification.cannotOpen": "Klappt das Scannen nicht?",
  "identification.cannotOpenLead":
    "Öffnen Sie am Telefon die Einladung aus Ihrer E-Mail und wählen Sie dort „Online-Ausweis“. Das führt zum selben Ziel.",
  "identification.compare": "Stehen diese Ziffern auch auf Ihrem Computer?",
  "identification.compareLead":
    "Das Ergebnis geht nur an den Computer, der sie zeigt. Um die Identifizierung bittet {organisation}.",
  "identification.stranger": "Sie haben den Code nicht selbst geöffnet?",
  "identification.strangerLead":
    "Hat ihn jemand geschickt oder vorgelesen, dann brechen Sie ab. Sonst weisen Sie sich für eine fremde Person aus.",
  "identification.notAlike": "Nein, abbrechen",
  "identification.alike": "Ja, gleich",
  "identification.inApp": "Weiter in der AusweisApp",
  "identification.inAppLead":
    "Halten Sie den Ausweis an das Telefon und geben Sie die PIN ein. Danach geht es an Ihrem Computer weiter. Öffnet sich nichts? Installieren Sie die AusweisApp und öffnen Sie den Code am Computer noch einmal.",
  "identification.offerOver": "Dieser Code gilt nicht mehr",
  "identification.offerOverLead":
    "Er wurde schon benutzt oder ist zu alt. Zeigen Sie am Computer einen neuen und öffnen Sie ihn mit der Kamera.",
  "identification.declined": "Abgebrochen, nichts ist geschehen",
  "identification.declinedLead": "Diese Seite können Sie schließen.",
  "identification.elsewhere": "Weiter an Ihrem Computer",
  "identification.elsewhereLead":
    "Der Ausweis ist gelesen. Das Ergebnis steht auf dem Gerät, an dem Sie angefangen haben. Diese Seite können Sie schließen.",
  "identification.elsewhereNotLead":
    "Der Ausweis ist nicht gelesen. Am Computer steht, warum, und dort können Sie es noch einmal versuchen. Diese Seite können Sie schließen.",
  "identification.fetching": "Wir holen das Ergebnis ab",
  "identification.fetchingLead": "Das dauert wenige Sekunden. Bitte lassen Sie diese Seite offen.",
  "identification.fetchingLong":
    "Ihr Ausweis wird noch einmal angesehen. Lassen Sie diese Seite offen: Sie geht von selbst weiter. Dauert es länger als eine halbe Stunde, weisen Sie sich bitte noch einmal aus.",
  "identification.fetchingAway": "Wir erreichen unseren Dienst gerade nicht. Wir versuchen es weiter.",
  "identification.fetchingHow":
    "Wir holen das Ergebnis direkt bei der Stelle, die Ihren Ausweis prüft. So kann es unterwegs niemand verändern.",
  "identification.stop": "Abbrechen und einen anderen Weg nehmen",
  "identification.whoAreYou": "Sind Sie {name}?",
  "identification.whoAreYouLead":
    "Sie haben sich für eine Unterschrift ausgewiesen, um die {organisation} bittet. In diesem Browser wissen wir noch nicht, wer Sie sind.",
  "identification.whoAreYouWarn": "Kennen Sie diesen Namen nicht?",
  "identification.whoAreYouWarnLead": "Dann weisen Sie sich gerade für eine fremde Person aus. Brechen Sie ab.",
  "identification.notMe": "Nein, abbrechen",
  "identification.me": "Ja, das bin ich",
  "identification.begunElsewhere": "Hier haben Sie nicht angefangen",
  "identification.begunElsewhereLead":
    "Die Identifizierung wurde in einem anderen Browser begonnen. Zu Ihrem Schutz geht sie nur dort weiter.",
  "identification.openFirst": "Öffnen Sie den Browser, in dem Sie angefangen haben.",
  "identification.openFirstLead": "Er zeigt von selbst, wie es weitergeht.",
  "identification.orAgain": "Oder beginnen Sie hier von vorn.",
  "identification.orAgainLead":
    "Der Link aus Ihrer E-Mail führt wieder an den Anfang. Die erste Identifizierung verfällt dann.",
  "identification.loginAgain": "Hier neu anmelden",
  "identification.wrong": "Das hat nicht geklappt",
  "identification.cancelled": "Abgebrochen, nichts ist geschehen",
  "identification.cancelledLead": "Sie haben die Identifizierung beendet. Was Sie eingetragen haben, ist gespeichert.",
  "identification.expired": "Die Zeit ist abgelaufen",
  "identification.expiredLead":
    "Die Identifizierung hat zu lange gedauert. Was Sie eingetragen haben, ist gespeichert.",
  "identification.nothingSigned": "Nichts wurde unterschrieben.",
  "identification.nothingDoneSeal": "Nichts wurde gesiegelt.",
  "identification.why_DOCUMENT_EXPIRED": "Ihr Ausweis ist abgelaufen. Nehmen Sie einen anderen, der noch gilt.",
  "identification.why_DOCUMENT_BLOCKED":
    "Ihr Ausweis ist als verloren oder gestohlen gemeldet. Fragen Sie Ihr Bürgeramt, oder nehmen Sie einen anderen.",
  "identification.why_DOCUMENT_NOT_ACCEPTED":
    "Dieses Ausweisdokument nehmen wir hierfür nicht an. Nehmen Sie ein anderes, oder wählen Sie einen anderen Weg. Ein Ausweis, der nur im Telefon liegt, reicht nicht: Nehmen Sie die Karte.",
  "identification.why_NOT_RECOGNISED":
    "Unser Partner konnte nicht sicher erkennen, dass Sie es sind. Gutes Licht und ein sauberer Ausweis helfen, oder ein anderer Weg.",
  "identification.why_CLIENT":
    "Die App auf Ihrem Gerät ist nicht bis zum Ende gekommen, vielleicht lag der Ausweis nicht ruhig. Versuchen Sie es noch einmal.",
  "identification.why_PROVIDER":
    "Die Stelle, die Ausweise prüft, hat uns keine brauchbare Antwort gegeben. Das liegt nicht an Ihnen. Versuchen Sie es noch einmal.",
  "identification.why_INTERRUPTED":
    "Das Ergebnis ist bei uns verloren gegangen. Das tut uns leid. Weisen Sie sich bitte noch einmal aus.",
  "identification.why_REPLACED":
    "Sie haben in diesem Browser eine neue Identifizierung begonnen. Diese hier ist damit beendet.",
  "identification.why_ELSEWHERE":
    "Das Ergebnis kam in einem Browser zurück, in dem Sie nicht angefangen haben. Zu Ihrem Schutz zählt es nicht. Versuchen Sie es noch einmal.",
  "identification.why_DECLINED":
    "Wir haben Ihren Ausweis mit der Einladung verglichen und konnten kein Zertifikat ausstellen. Den Grund haben wir Ihnen per E-Mail geschrieben. Stimmt Ihr Name in der Einladung nicht, bitten Sie um eine neue:",
  "identification.why_UNKNOWN": "Weisen Sie sich noch einmal aus, oder wählen Sie einen anderen Weg.",
  "identification.open": "Diese Wege stehen Ihnen offen",
  "identification.cardAgain": "Noch einmal, etwa 3 Minuten",
  "identification.cardOpen": "Ausweis und PIN, etwa 3 Minuten",
  "identification.videoOpen": "Ausweis oder Reisepass, etwa 6 Minuten",
  "identification.inPersonOpen": "Mit Termin, 15 Minuten",
  "identification.reference": "Kennung für Rückfragen:",
  "identification.toLogin": "Zurück zur Anmeldung",
  "identification.doubtful": "Ein Mensch sieht sich Ihren Namen an",
  "identification.doubtfulLead": "Einladung und Ausweis schreiben ihn verschieden. Das entscheidet kein Programm.",
  "identification.doubtfulLeadOnce": "Das Ergebnis ist nicht eindeutig. Das entscheidet kein Programm.",
  "identification.doubtfulFirst": "Noch zwei Angaben, dann prüft ein Mensch Ihren Namen",
  "identification.inInvitation": "In der Einladung",
  "identification.onDocument": "Auf Ihrem Ausweis",
  "identification.youDid": "Sie haben sich ausgewiesen",
  "identification.youDidLead": "{time}. Das müssen Sie nicht wiederholen.",
  "identification.weCheck": "Wir prüfen, meist noch am selben Tag",
  "identification.weCheckLead": "Sie müssen nichts tun und können diese Seite schließen.",
  "identification.weWrite": "Sie bekommen eine E-Mail",
  "identification.weWriteLead": "An {email}, mit einem Link zum Unterschreiben oder dem Grund, warum nicht.",
  "identification.weWriteLeadSeal": "An {email}, mit einem Link zum Siegeln oder dem Grund, warum nicht.",
  "identification.whoSees": "Wer das sieht",
  "identification.whoSeesLead":
    "Beide Schreibweisen und die Angaben aus Ihrem Ausweis: eine Person bei {provider}. {organisation} sieht nur, dass geprüft wird.",
  "identification.notYet": "Noch ist nichts unterschrieben",
  "identification.notYetSeal": "Noch ist nichts gesiegelt",
  "identification.notYetLead": "Was Sie eingetragen haben, bleibt gespeichert.",
  "identification.stands": "Ihre Identifizierung",
  "identification.chooseLead": "Jetzt wählen Sie das Passwort für Ihr Zertifikat.",
  "identification.chooseLeadReview":
    "Wählen Sie Passwort und Telefon. Danach geben Sie Ihren Namen zur Prüfung. Ist er geklärt, können Sie gleich unterschreiben.",
  "identification.name": "Name laut Ausweis",
  "identification.checkedWith": "Geprüft mit",
  "identification.good": "Zum Unterschreiben haben Sie Zeit",
  "identification.goodSeal": "Zum Siegeln haben Sie Zeit",
  "identification.goodUntil": "bis {time}",
  "identification.yourPhone": "Telefon für Ihre Codes",
  "identification.yourPhoneLead":
    "An diese Nummer geht bei jeder Unterschrift ein Code. Ändern lässt sie sich nur, wenn Sie sich neu ausweisen.",
  "identification.yourPhoneLeadSeal":
    "An diese Nummer geht bei jedem Siegel ein Code. Ändern lässt sie sich nur, wenn Sie sich neu ausweisen.",
  "identification.number": "Mobilnummer",
  "identification.country": "Land der Nummer",
  "identification.numberFault":
    "Das ist keine Mobilnummer. Wählen Sie das Land und geben Sie die Nummer ein, zum Beispiel 151 23456748.",
  "identification.toDocuments": "Weiter zu den Dokumenten",
  "identification.toCode": "Code anfordern",
  "identification.noCodeYet": "Für das neue Passwort gibt es noch keinen Code.",
  "identification.codeOfBefore": "Ein Code, den Sie schon haben, gehört zum Passwort davor und gilt nicht mehr.",
  "identification.store": "Was wir speichern",
  "identification.storeLead":
    "Ihren Schlüssel, so verschlossen, dass nur Ihr Passwort ihn öffnet. Das Passwort selbst speichern wir nicht: Laden Sie die Seite neu, fragen wir noch einmal danach.",
  "identification.soon": "Sie sehen gleich alle Dokumente noch einmal und entscheiden dann.",
  "identification.last": "Ein letzter Blick, dann unterschreiben Sie",
  "identification.lastSeal": "Ein letzter Blick, dann siegeln Sie",
  "identification.lastLead":
    "Mit dem nächsten Schritt senden wir einen Code an <b>{phone}</b>. Er gilt genau für das, was hier steht.",
  "identification.happens": "Was beim Unterschreiben geschieht",
  "identification.happensSeal": "Was beim Siegeln geschieht",
  "identification.both":
    "Wir stellen Ihr Zertifikat aus und unterschreiben damit. <b>Klappt eines nicht, geschieht nichts.</b>",
  "identification.bothSeal":
    "Wir stellen Ihr Zertifikat aus und siegeln damit. <b>Klappt eines nicht, geschieht nichts.</b>",
  "identification.equal": "Ihre Unterschrift ist der handschriftlichen <b>gleichgestellt</b>, in der ganzen EU.",
  "identification.equalSeal": "Das Siegel bürgt für Herkunft und Echtheit, <b>in der ganzen EU</b>.",
  "identification.final": "Sie lässt sich <b>nicht zurücknehmen</b>.",
  "identification.finalSeal": "Es lässt sich <b>nicht zurücknehmen</b>.",
  "identification.askAndGo": "Code anfordern und unterschreiben",
  "identification.askAndGoSeal": "Code anfordern und siegeln",
  "identification.handIn": "Zur Prüfung geben",
  "identification.over": "Die 30 Minuten sind um",
  "identification.overLead":
    "So lange gilt eine Identifizierung zum Unterschreiben. Weisen Sie sich noch einmal aus. Was Sie eingetragen haben, ist gespeichert.",
  "identification.overLeadSeal":
    "So lange gilt eine Identifizierung zum Siegeln. Weisen Sie sich noch einmal aus. Was Sie eingetragen haben, ist gespeichert.",
  "identification.again": "Noch einmal ausweisen",
  "identification.mailbox": "Bestätigen Sie Ihre E-Mail-Adresse",
  "identification.mailboxLead": "Dann können Sie Ihr Zertifikat auch für andere Vorgänge verwenden.",
  "identification.mailboxGo": "E-Mail-Adresse bestätigen",
  "identification.mailboxNotYou": "Steht hier nicht Ihr Name? Dann bestätigen Sie nichts.",
  "identification.mailboxDone": "Ihre E-Mail-Adresse ist bestätigt",
  "identification.mailboxDoneLead": "Ihr Zertifikat gilt jetzt auch für andere Vorgänge.",
  "identification.mailboxSign": "Jetzt fehlt nur noch Ihre Unterschrift.",
  "identification.mailboxSignSeal": "Jetzt fehlt nur noch Ihr Siegel.",
  "identification.mailboxGoOn": "Weiter zu den Dokumenten",
  "identification.mailboxGone": "Dieser Link gilt nicht mehr",
  "identification.mailboxGoneLead":
    "Das Zertifikat, zu dem er gehört, ist abgelaufen oder durch ein neues ersetzt. Sie müssen nichts tun.",
} as const;
