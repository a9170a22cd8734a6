/** The texts of qualified signers after the documents; fetched with their pages (qualified-texts.ts). */
import type { QualifiedCode } from "@siegel/contract/codes.ts";

/** Password and code, waiting for another person, and why a certificate cannot be used. */
export const qualifiedDe = {
  "Responses.WRONG_PW_OR_OTP":
    "Passwort oder Code stimmt nicht. Zu Ihrem Schutz sagen wir nicht, was davon. Prüfen Sie Groß- und Kleinschreibung und die Kennung.",
  "Responses.CREATE_CERTIFICATE_SUCCESS": "Ihr Zertifikat ist fertig. Ab jetzt können Sie es verwenden.",
  "Responses.NO_IDENTIFICATION_FOUND":
    "Dieser Link gilt nicht mehr. Die Stelle, bei der Sie sich ausgewiesen haben, schickt Ihnen einen neuen.",
  "Responses.IDENTIFICATION_OFF": "Dieser Weg wird hier nicht angeboten. Wählen Sie einen anderen.",
  "Responses.IDENTIFICATION_AWAY":
    "Die Stelle, die Ausweise prüft, antwortet gerade nicht. Versuchen Sie es in ein paar Minuten noch einmal oder wählen Sie einen anderen Weg.",
  "Responses.IDENTIFICATION_REFUSED":
    "Dieser Rückweg gilt nicht mehr. Es ist nichts geschehen. Weisen Sie sich noch einmal aus.",
  "Responses.IDENTIFICATION_ELSEWHERE":
    "Die Identifikation wurde in einem anderen Browser begonnen. Zu Ihrem Schutz geht sie nur dort weiter.",
  "Responses.IDENTIFICATION_MISSING": "Weisen Sie sich zuerst aus. Eine Identifikation gilt 30 Minuten.",
  "Responses.DOCUMENT_HELD":
    "Gerade unterschreibt jemand anderes dieses Dokument. Sie sind gleich dran: Versuchen Sie es in ein paar Minuten noch einmal.",
  "qualified.lead":
    "Sie unterschreiben mit dem Passwort Ihres Zertifikats und einem Code. Der Code geht nur an die Nummer, die zu Ihrem Zertifikat gehört.",
  "qualified.leadSeal":
    "Sie siegeln mit dem Passwort Ihres Zertifikats und einem Code. Der Code geht nur an die Nummer, die zu Ihrem Zertifikat gehört.",
  "qualified.notYours": "Nicht mehr Ihre Nummer? Mit einem neuen Zertifikat können Sie sie ändern.",
  "qualified.again": "Weisen Sie sich neu aus",
  "qualified.both": "Nur mit beidem",
  "qualified.bothLead": "Ihr Zertifikat öffnet sich mit Passwort und Code. Keines von beiden reicht allein.",
  "qualified.number": "Wer die Nummer kennt",
  "qualified.numberLead": "Sie und wir. {organisation} sieht sie nicht und kann sie nicht ändern.",
  "qualified.title": "Mit Passwort und Code unterschreiben",
  "qualified.titleSeal": "Mit Passwort und Code siegeln",
  "qualified.documents": "{n} Dokumente",
  "qualified.look": "Noch einmal ansehen",
  "qualified.password": "Passwort Ihres Zertifikats",
  "qualified.passwordHint": "Sie haben es gewählt, als Ihr Zertifikat ausgestellt wurde. Wir kennen es nicht.",
  "qualified.wrong": "Passwort oder Code stimmt nicht.",
  "qualified.wrongLead":
    "Zu Ihrem Schutz sagen wir nicht, was davon. Prüfen Sie Groß- und Kleinschreibung und die Kennung {reference}.",
  "qualified.noTryLeft":
    "Mit diesem Code haben Sie keinen Versuch mehr. Fordern Sie einen neuen an. Ihr Passwort bleibt stehen.",
  "qualified.needsBoth": "Passwort und Code fehlen noch.",
  "qualified.needsPassword": "Das Passwort fehlt noch.",
  "qualified.needsCode": "Der Code ist noch nicht vollständig.",
  "qualified.forgot": "Passwort vergessen?",
  "qualified.forgotLead":
    "Es lässt sich nicht zurücksetzen, auch nicht von uns. Zu einem neuen Zertifikat wählen Sie ein neues Passwort.",
  "held.title": "Einen Moment, Sie sind gleich dran",
  "held.lead": "Eine andere Person hat gerade dasselbe Dokument vor sich. Danach kommt Ihr Code, spätestens um {time}.",
  "held.left": "noch {time}",
  "held.nothing": "Sie müssen nichts tun. Diese Seite geht von selbst weiter.",
  "held.noCode": "Es ist noch kein Code unterwegs, damit er nicht abläuft, während Sie warten.",
  "held.kept": "Ihre Angaben sind gespeichert. Sie können das Fenster schließen und später wiederkommen.",
  "held.why": "Möglich, sobald die andere Person fertig ist.",
  "identify.title": "Bitte weisen Sie sich aus",
  "identify.titleLOCKED": "Ihr Zertifikat ist verschlossen",
  "identify.titleREVOKED": "Ihr Zertifikat ist gesperrt",
  "identify.titleEXPIRED": "Ihr Zertifikat ist abgelaufen",
  "identify.titleENDS_SOON": "Ihr Zertifikat läuft gleich ab",
  "identify.titleUNPROVEN": "Bestätigen Sie Ihre E-Mail-Adresse",
  "identify.titleRESTS": "Ihr Zertifikat ruht noch",
  "identify.MISSING":
    "Für eine qualifizierte Unterschrift brauchen Sie ein Zertifikat auf Ihren Namen. Sie haben noch keines.",
  "identify.missingSeal":
    "Für ein qualifiziertes Siegel brauchen Sie ein eigenes Zertifikat für {organisation}. Sie haben noch keines.",
  "identify.LOCKED":
    "Das Passwort wurde zu oft falsch eingegeben. Wenn Sie sich noch einmal ausweisen, bekommen Sie ein neues Zertifikat mit einem neuen Passwort.",
  "identify.REVOKED": "Was vorher damit bestätigt wurde, bleibt gültig. Für diesen Vorgang brauchen Sie ein neues.",
  "identify.EXPIRED": "Was vorher damit bestätigt wurde, bleibt gültig. Für diesen Vorgang brauchen Sie ein neues.",
  "identify.ENDS_SOON": "Es gilt nur noch wenige Minuten, das ist zu kurz. Für diesen Vorgang brauchen Sie ein neues.",
  "identify.RESTS":
    "Passwort oder Telefon wurden vor Kurzem geändert. Danach können Sie 24 Stunden lang nicht damit unterschreiben. Kommen Sie dann wieder. Oder weisen Sie sich gleich hier aus: Sie bekommen ein neues Zertifikat, und das bisherige wird gesperrt.",
  "identify.UNPROVEN":
    "Ihr Zertifikat ist ausgestellt. Öffnen Sie noch den Link in der E-Mail, die wir Ihnen dazu geschickt haben. Danach geht es hier von selbst weiter.",
  "identify.notNamed":
    "Für {organisation} darf nur siegeln, wer dafür eingetragen ist. Sie sind es noch nicht. Fragen Sie die Person, die Sie eingeladen hat.",
  "identify.ways": "So weisen Sie sich aus",
  "identify.inPerson": "Persönlich vor Ort",
  "identify.inPersonLead": "Sie zeigen Ihren Ausweis. Wann und wo, steht auf der Seite des Anbieters.",
  "identify.need": "Sie brauchen",
  "identify.inPersonNeed": "Ausweis oder Reisepass, Ihr Telefon",
  "identify.takes": "Dauer",
  "identify.inPersonTakes": "15 Minuten, mit Termin",
  "identify.life": "Zertifikat",
  "identify.inPersonLife": "5 Jahre gültig",
  "identify.inPersonGo": "Zur Seite des Anbieters",
  "identify.goesOn":
    "Sobald Ihr Zertifikat ausgestellt ist, geht es hier von selbst weiter. Ihre Angaben sind gespeichert: Sie können auch später wiederkommen.",
  "identify.sameName":
    "Ihr Zertifikat muss auf den Namen {name} lauten, wie diese Einladung. Steht in Ihrem Ausweis ein anderer Name, sagen Sie es {sender}, bevor Sie zu uns kommen.",
  "identify.who": "Wer das sieht",
  "identify.whoLead": "{organisation} erfährt nur, dass, wie und wann Sie sich ausgewiesen haben. Keine Ausweisdaten.",
  "identify.kept": "Was wir aufbewahren",
  "identify.keptLead": "Ihren Namen und den Nachweis der Prüfung. Das Gesetz verlangt es.",
  "identify.follows": "Was daraus folgt",
  "identify.followsLead": "Bestätigt ist damit noch nichts. Das entscheiden Sie ganz am Ende.",
} as const satisfies Readonly<Record<`Responses.${QualifiedCode}`, string> & Record<string, string>>;
