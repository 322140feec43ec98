import type { Verdict } from "../meta/verdict.ts";
import { wordsOf } from "../meta/verdict.ts";

const refused = (advice: string): Verdict => ({ outcome: "refused", advice });
const blocked = (advice: string): Verdict => ({ outcome: "unauthorized", advice });
const later = (advice: string, waitSeconds?: Verdict["waitSeconds"]): Verdict => ({
  outcome: "retry",
  advice,
  ...(waitSeconds ? { waitSeconds } : {}),
});

/** The same, and nothing else of the channel goes out meanwhile. */
const pause = (advice: string, seconds: number): Verdict => ({
  ...later(advice, () => seconds),
  isChannelWide: true,
});

const HOUR = 3_600;
/** Meta's rule for two numbers that write to each other too fast: 4, 16, 64 … seconds. */
const pairPause = (priorAttempts: number) => Math.min(4 ** (priorAttempts + 1), HOUR);

const TYPE = refused("WhatsApp does not take this kind of message for this client");
const PARAMETER = refused("WhatsApp does not take the message as it is");
const TEMPLATE_TEXT = refused(
  "What stands in the template's fields is too long, or of another form than the template wants",
);
const REGISTRATION = blocked(
  "The phone number is not registered with WhatsApp; finish its registration in Meta's WhatsApp Manager",
);
const BILLING = blocked(
  "Meta does not send for this account until its payment is settled; see Billing in Meta Business Suite",
);
const RESTRICTED = blocked("Meta has locked or restricted this account; see Account Quality in Meta Business Suite");

/** What the Cloud API's codes mean, in the answer to a send and in a status that tells of a failure. */
const CODES = new Map<number, Verdict>([
  [130429, pause("This number sends faster than WhatsApp allows", 5)],
  [131056, later("Too many messages to this client in a short time", pairPause)],
  [131048, pause("WhatsApp holds this number back, since many of its messages were reported or blocked", 600)],
  [131064, pause("WhatsApp holds this number back for the kind of its messages", 600)],
  [80007, pause("The WhatsApp account asks Meta too often", 60)],
  [131000, later("Something went wrong at WhatsApp")],
  [131016, later("WhatsApp is overloaded")],
  [131057, pause("Meta is working on this account", 60)],
  [133004, later("WhatsApp is not available")],
  [131005, blocked("The access token lacks a right for this number; make a new one with whatsapp_business_messaging")],
  [131031, RESTRICTED],
  [130497, refused("WhatsApp does not let this business write to the client's country")],
  [131037, blocked("The number's display name is not approved; have it approved in Meta's WhatsApp Manager")],
  [131042, BILLING],
  [131044, BILLING],
  [131045, REGISTRATION],
  ...[133000, 133005, 133006, 133008, 133009, 133010, 133015, 133016].map((code) => [code, REGISTRATION] as const),
  [33, PARAMETER],
  [100, PARAMETER],
  [
    131008,
    refused(
      "Something is missing or empty that WhatsApp wants; in a template, the contact may lack the field that stands there",
    ),
  ],
  [131009, PARAMETER],
  [135000, PARAMETER],
  [131021, refused("The client's number is the channel's own")],
  [
    131026,
    refused(
      "The client cannot be reached on WhatsApp: they have no account there, an old app, or did not accept its terms",
    ),
  ],
  [
    131030,
    refused(
      "A test number writes only to numbers on its list; add the client's in the Meta app, under WhatsApp, API set-up",
    ),
  ],
  [131047, refused("More than 24 hours have passed since the client wrote; send them a template")],
  [
    131049,
    refused("Meta did not deliver it, to spare the client too much marketing; do not send it again within 24 hours"),
  ],
  [
    130472,
    refused(
      "Meta did not deliver it, since the client is part of an experiment of its own; marketing templates will not reach them",
    ),
  ],
  [131050, refused("The client has stopped marketing messages of this business; send none to them any more")],
  [131051, TYPE],
  [131052, refused("WhatsApp could not load the file that the client sent")],
  [
    131053,
    refused(
      "WhatsApp could not load the file: it has to be reachable for all, of a kind that WhatsApp takes and not too large",
    ),
  ],
  [
    131062,
    refused("This template reaches clients by their phone number only, and theirs is not known; ask the client for it"),
  ],
  [131063, refused("Marketing templates of this account are not sent this way; see WhatsApp Manager")],
  [132000, refused("The template has another number of fields than were filled; fill each of them")],
  [132001, refused("There is no such template in this language, or it is not approved")],
  [132005, TEMPLATE_TEXT],
  [132007, refused("The template breaks a rule of WhatsApp's")],
  [132008, TEMPLATE_TEXT],
  [132012, TEMPLATE_TEXT],
  [132018, TEMPLATE_TEXT],
  [
    132015,
    refused("WhatsApp has paused the template for its low quality; use another, or wait until it is active again"),
  ],
  [132016, refused("WhatsApp has switched the template off for its low quality; use another")],
  [132068, refused("The form of the template is blocked; see its state in WhatsApp Manager")],
  [132069, refused("The form of the template was opened too often in the last hour; send it later")],
  [134011, refused("Accept WhatsApp's terms for payments first, in WhatsApp Manager")],
  [137000, refused("The client's phone is another one than before; ask them to write first")],
]);

const NO_SUCH_NUMBER = blocked("The phone number is gone, or the token may not use it; connect the channel again");

export function whatsappVerdict({
  code,
  subcode,
}: {
  code: number | null;
  subcode?: number | null;
}): Verdict | undefined {
  if (code === 100 && subcode === 33) return NO_SUCH_NUMBER;
  return code === null ? undefined : CODES.get(code);
}

/** Codes that say that the template is not what its list said: another number of fields, gone, of another form, paused, off. */
const ABOUT_TEMPLATE = new Map<number, "PAUSED" | "DISABLED" | null>([
  [132000, null],
  [132001, null],
  [132012, null],
  [132015, "PAUSED"],
  [132016, "DISABLED"],
]);

/** What a refusal says of the template, where it is about that and not about the message. */
export function aboutTemplate(code: number | null): { status: "PAUSED" | "DISABLED" | null } | null {
  const status = code === null ? undefined : ABOUT_TEMPLATE.get(code);
  return status === undefined ? null : { status };
}

/** Why WhatsApp says that a message failed, or that one of a client's cannot be shown. */
export function failureWords(error: { code: number | null; details: string }): string {
  const verdict = whatsappVerdict(error);
  if (verdict) return wordsOf(verdict, error.code, error.details);
  return error.code === null ? error.details : `${error.details} (${error.code})`;
}
