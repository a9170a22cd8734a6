/** What a page says when no answer came, in English; under `Responses.` what stands in banners, though no server sends it. */
export const lostAnswersEn = {
  "Responses.LOGGED_OUT": "You have logged out. What you filled in is kept.",
  "Responses.LOGGED_OUT_AFTER": "You have logged out.",
  "Responses.SESSION_ENDED_AFTER": "You have been logged out. To look once more, log in again in this tab.",
  "Responses.LOGGED_OUT_HERE":
    "You are logged out on this device. But we got no answer: your session ends by itself when it has not been used for a while.",
  "Responses.NOT_SIGNED": "That did not work just now. Nothing was signed or sealed. Try again in a minute.",
  "Responses.SIGNING_UNKNOWN":
    "We got no answer and do not know whether your confirmation has arrived. Open the link in your e-mail again; it will tell you.",
  "Responses.REFUSAL_UNKNOWN":
    "We got no answer and do not know whether you have declined. Your reason is still here: try again.",
  "sign.unansweredLead":
    "We are not getting an answer; perhaps you are offline. Leave this page open: it goes on by itself and tells you what became of it.",
  "code.unknownLead": "A code may be on its way.",
  "code.unknown":
    "We got no answer. Ask again: if a code is on its way just now it works here, otherwise we send a new one.",
  "code.tooSoonLead": "We cannot send a code at the moment.",
  "code.tooSoon": "We sent codes a short while ago. The next one is possible from {time} on.",
} as const;
