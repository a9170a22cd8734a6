/** The texts of owners who identify themselves once more; fetched with their pages (owner-identity-texts.ts). */

/** To revoke without a phone, to change phone or password, and to stop a change that was not theirs. */
export const ownerIdentityDe = {
  "ownerIdentity.change": "Passwort oder Telefon",
  "ownerIdentity.rests": "Ruht. Unterschreibt wieder ab {until}",
  "ownerIdentity.choose":
    "Wählen Sie beim Zertifikat „Sperren“ oder „Passwort oder Telefon“. Von dort geht es auch ohne SMS weiter.",
  "ownerIdentity.what": "Was möchten Sie ändern?",
  "ownerIdentity.whatLead": "Dafür weisen Sie sich noch einmal aus, mindestens so streng wie beim ersten Mal.",
  "ownerIdentity.whatRevoke": "Ohne Telefon sperren",
  "ownerIdentity.password": "Ich habe mein Passwort vergessen",
  "ownerIdentity.passwordLead":
    "Sie wählen ein neues und bekommen damit ein <b>neues Zertifikat</b>. Das alte wird gesperrt.",
  "ownerIdentity.phone": "Ich habe eine neue Telefonnummer",
  "ownerIdentity.phoneLead": "Ihr Zertifikat und Ihr Passwort bleiben. Codes gehen an die neue Nummer.",
  "ownerIdentity.revoke": "Ich möchte nur sperren",
  "ownerIdentity.revokeLead": "Ohne Telefon und ohne Passwort.",
  "ownerIdentity.goOn": "Weiter zum Ausweisen",
  "ownerIdentity.why": "Warum kein neues Passwort allein?",
  "ownerIdentity.whyLead":
    "Ihr Schlüssel ist mit dem alten Passwort verschlossen, und wir haben keinen zweiten. Das schützt Sie auch vor uns.",
  "ownerIdentity.openly": "Niemand ändert heimlich etwas",
  "ownerIdentity.openlyLead":
    "Wir schreiben an Ihre bisherige E-Mail-Adresse und Nummer. Von dort lässt es sich aufhalten.",
  "ownerIdentity.ways": "Weisen Sie sich aus",
  "ownerIdentity.waysRevoke":
    "Sie weisen sich aus und bestätigen es noch einmal, dann sperren wir sofort. Eine SMS brauchen Sie nicht.",
  "ownerIdentity.waysPhone": "Danach geben Sie Ihre neue Nummer ein.",
  "ownerIdentity.waysPassword": "Danach wählen Sie Ihr neues Passwort.",
  "ownerIdentity.waysNone": "Hier gibt es gerade keinen Weg, sich online auszuweisen.",
  "ownerIdentity.notThat": "Auch das geht nicht?",
  "ownerIdentity.notThatRevoke": "Dann sperrt {provider} für Sie, sobald klar ist, dass Sie es sind.",
  "ownerIdentity.notThatChange":
    "Passwort und Nummer kann hier niemand für Sie ändern. Aber {provider} sperrt das Zertifikat für Sie, und Sie bekommen ein neues, wenn Sie wieder etwas unterschreiben.",
  "ownerIdentity.card_revoke":
    "Damit sperren Sie Ihr Zertifikat. Halten Sie Ihren Personalausweis und die sechsstellige PIN bereit.",
  "ownerIdentity.card_change_phone":
    "Damit ändern Sie die Nummer Ihres Zertifikats. Halten Sie Ihren Personalausweis und die sechsstellige PIN bereit.",
  "ownerIdentity.card_change_password":
    "Damit wählen Sie ein neues Passwort. Halten Sie Ihren Personalausweis und die sechsstellige PIN bereit.",
  "ownerIdentity.pin": "bleibt zwischen Ihnen und dem Ausweis. Auch wir erfahren sie nicht.",
  "ownerIdentity.cannotOpen":
    "Öffnen Sie am Telefon {address} und beginnen Sie dort mit Ihrer E-Mail-Adresse. Das führt zum selben Ziel.",
  "ownerIdentity.whoLead":
    "Sie haben sich für ein Zertifikat auf diesen Namen ausgewiesen. In diesem Browser wissen wir noch nicht, wer Sie sind.",
  "ownerIdentity.beginAgain":
    "Dafür brauchen Sie wieder den Code aus Ihrer E-Mail. Die erste Identifizierung verfällt dann.",
  "ownerIdentity.beginHere": "Hier neu beginnen",
  "ownerIdentity.nothing": "An Ihrem Zertifikat wurde nichts geändert.",
  "ownerIdentity.cancelled": "Sie haben die Identifizierung beendet.",
  "ownerIdentity.expired": "Die Identifizierung hat zu lange gedauert.",
  "ownerIdentity.declined":
    "Wir haben Ihren Ausweis mit dem Zertifikat verglichen und konnten nicht zustimmen. Den Grund haben wir Ihnen per E-Mail geschrieben.",
  "ownerIdentity.unknown":
    "In diesem Browser wissen wir von keiner Identifizierung, oder sie ist zu lange her. Beginnen Sie neu.",
  "ownerIdentity.doubtful": "Zertifikat und Ausweis schreiben ihn verschieden. Das entscheidet kein Programm.",
  "ownerIdentity.inCertificate": "Im Zertifikat",
  "ownerIdentity.weWrite":
    "An die Adresse Ihres Zertifikats: mit einem Link, mit dem es weitergeht, oder dem Grund, warum nicht.",
  "ownerIdentity.whoSees": "Beide Schreibweisen und die Angaben aus Ihrem Ausweis: eine Person bei {provider}.",
  "ownerIdentity.notYet": "Noch ist nichts geändert",
  "ownerIdentity.notYetLead": "Ihr Zertifikat bleibt bis dahin, wie es ist.",
  "ownerIdentity.didCard": "Sie haben sich um {time} mit dem Online-Ausweis ausgewiesen.",
  "ownerIdentity.didVideo": "Sie haben sich um {time} per Video ausgewiesen.",
  "ownerIdentity.nowRevoke": "Jetzt können Sie sperren",
  "ownerIdentity.holder": "Ausgestellt auf",
  "ownerIdentity.since": "Gesperrt seit",
  "ownerIdentity.toTable": "Zu Ihren Zertifikaten",
  "ownerIdentity.isRevoked": "Dieses Zertifikat ist gesperrt",
  "ownerIdentity.isRevokedLead": "Niemand kann mehr damit unterschreiben. Sie müssen nichts mehr tun.",
  "ownerIdentity.isOver": "Dieses Zertifikat ist abgelaufen",
  "ownerIdentity.isOverLead": "Niemand kann mehr damit unterschreiben. Zu ändern gibt es nichts mehr.",
  "ownerIdentity.isUsed": "Das ist schon erledigt",
  "ownerIdentity.isUsedLead":
    "Diese Identifizierung haben Sie schon genutzt. Was daraus wurde, zeigt die Liste Ihrer Zertifikate.",
  "ownerIdentity.lateLead": "So lange gilt eine Identifizierung. Weisen Sie sich noch einmal aus.",
  "ownerIdentity.newPassword": "Neues Passwort, neues Zertifikat",
  "ownerIdentity.before": "Bisher",
  "ownerIdentity.after": "Danach",
  "ownerIdentity.willBeRevoked": "wird gesperrt",
  "ownerIdentity.newSerial": "Neue Seriennummer",
  "ownerIdentity.lasts": "gilt {life}",
  "ownerIdentity.forGood": "Das lässt sich nicht rückgängig machen.",
  "ownerIdentity.forGoodLead":
    "Das alte Zertifikat ist sofort gesperrt. Was Sie damit unterschrieben haben, bleibt gültig.",
  "ownerIdentity.issue": "Neues Zertifikat ausstellen",
  "ownerIdentity.otherPerson":
    "Der Ausweis passt nicht sicher zu der Person im Zertifikat. Haben Sie den richtigen genommen? Wenn ja, melden Sie sich bei uns.",
  "ownerIdentity.back": "Zurück zu Ihren Zertifikaten",
  "ownerIdentity.newPhone": "Neue Telefonnummer",
  "ownerIdentity.present": "Bisherige Nummer",
  "ownerIdentity.noPresent": "keine bekannt",
  "ownerIdentity.number": "Neue Mobilnummer",
  "ownerIdentity.numberLead": "Wir schicken gleich einen Code dorthin.",
  "ownerIdentity.quiet": "24 Stunden Ruhe",
  "ownerIdentity.quietLead":
    "Danach können Sie 24 Stunden lang nicht damit unterschreiben. So bleibt Zeit zu widersprechen, falls das nicht Sie waren. Eilt eine Unterschrift? Dann weisen Sie sich stattdessen in dem Vorgang selbst aus.",
  "ownerIdentity.sendCode": "Code an die neue Nummer",
  "ownerIdentity.checkCode": "Code prüfen",
  "ownerIdentity.changed": "Geändert. Jetzt ruht es 24 Stunden.",
  "ownerIdentity.changedLead": "Sie müssen nichts tun.",
  "ownerIdentity.changedPhone": "Neue Nummer {phone} bestätigt",
  "ownerIdentity.changedPassword": "Neues Passwort, neues Zertifikat",
  "ownerIdentity.oldRevoked": "Das alte Zertifikat ist gesperrt",
  "ownerIdentity.toldBoth": "Nachricht an die alte Nummer und Ihre E-Mail",
  "ownerIdentity.toldSame": "Nachricht an Ihre Nummer und Ihre E-Mail",
  "ownerIdentity.toldLead": "Waren das nicht Sie? Mit dem Link darin halten Sie die Änderung auf.",
  "ownerIdentity.quietUntil": "Ruhezeit bis {until}",
  "ownerIdentity.quietUntilLead": "Eilt eine Unterschrift, weisen Sie sich in dem Vorgang selbst aus.",
  "ownerIdentity.everywhere": "Überall wieder unterschreiben",
  "ownerIdentity.everywhereLead": "Von selbst, ohne weiteren Schritt.",
  "ownerIdentity.stop": "Eine Änderung aufhalten",
  "ownerIdentity.stopPhone": "Die Telefonnummer Ihres Zertifikats wurde geändert",
  "ownerIdentity.stopPassword": "Das Passwort Ihres Zertifikats wurde geändert",
  "ownerIdentity.stopLead": "Waren Sie das? Dann müssen Sie nichts tun.",
  "ownerIdentity.changedAt": "Geändert am",
  "ownerIdentity.provenBy": "Ausgewiesen durch",
  "ownerIdentity.inPerson": "persönliches Treffen",
  "ownerIdentity.codesTo": "Codes gehen jetzt an",
  "ownerIdentity.restsUntil": "Ruht bis",
  "ownerIdentity.stopWhat": "Das waren Sie nicht?",
  "ownerIdentity.stopWhatLead":
    "Dann halten Sie es auf. Das Zertifikat wird gesperrt, und niemand kann mehr damit unterschreiben.",
  "ownerIdentity.notMe": "Das war ich nicht, aufhalten",
  "ownerIdentity.stopSure": "Wirklich aufhalten?",
  "ownerIdentity.stopSureLead":
    "Das sperrt das Zertifikat endgültig, auch für Sie. Was bisher damit unterschrieben wurde, bleibt gültig.",
  "ownerIdentity.stopNot": "Doch nicht",
  "ownerIdentity.stopGo": "Aufhalten und sperren",
  "ownerIdentity.stopped": "Aufgehalten",
  "ownerIdentity.stoppedLead":
    "Die Änderung gilt nicht mehr, und das Zertifikat ist gesperrt. Niemand kann damit unterschreiben.",
  "ownerIdentity.next": "Was Sie jetzt tun können",
  "ownerIdentity.nextCard": "<b>Ausweis sperren lassen</b>, wenn er weg ist: 116 116, Tag und Nacht.",
  "ownerIdentity.nextLook":
    "<b>Sehen Sie nach</b>, was unterschrieben wurde. Zu jeder Unterschrift kam eine E-Mail in Ihr Postfach.",
  "ownerIdentity.nextAgain": "<b>Neu ausweisen</b>, wenn Sie wieder unterschreiben möchten.",
  "ownerIdentity.ended": "Aufzuhalten ist nichts mehr",
  "ownerIdentity.endedLead":
    "Das Zertifikat ist schon gesperrt oder abgelaufen. Niemand kann mehr damit unterschreiben.",
  "ownerIdentity.tooOld": "Dieser Link gilt nicht mehr",
  "ownerIdentity.tooOldLead":
    "Er ist älter als 30 Tage oder nicht vollständig. War die Änderung nicht von Ihnen? Dann sperrt {provider} für Sie:",
} as const;
