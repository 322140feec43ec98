import { quote, say } from "../../say.ts";
import type { Said } from "../../say.ts";
import type { Verdict } from "../meta/verdict.ts";
import { failureOf } from "../meta/verdict.ts";

const refused = (advice: Said): Verdict => ({ outcome: "refused", advice });
const blocked = (advice: Said): Verdict => ({ outcome: "unauthorized", advice });
const later = (advice: Said, waitSeconds?: Verdict["waitSeconds"]): Verdict => ({
  outcome: "retry",
  advice,
  ...(waitSeconds ? { waitSeconds } : {}),
});

/** The same, and nothing else of the channel goes out meanwhile. */
const pause = (advice: Said, seconds: number): Verdict => ({
  ...later(advice, () => seconds),
  isChannelWide: true,
});

const HOUR = 3_600;
/** Meta's rule for two numbers that write to each other too fast: 4, 16, 64 … seconds. */
const pairPause = (priorAttempts: number) => Math.min(4 ** (priorAttempts + 1), HOUR);

const TYPE = refused(quote("WhatsApp does not take this kind of message for this client"));
const PARAMETER = refused(quote("WhatsApp does not take the message as it is"));
const TEMPLATE_TEXT = refused(
  quote("What stands in the template's fields is too long, or of another form than the template wants"),
);
const REGISTRATION = blocked(
  quote("The phone number is not registered with WhatsApp; finish its registration in Meta's WhatsApp Manager"),
);
const BILLING = blocked(say("provider.payment"));
const RESTRICTED = blocked(
  quote("Meta has locked or restricted this account; see Account Quality in Meta Business Suite"),
);

/** What the Cloud API's codes mean, in the answer to a send and in a status that tells of a failure. */
const CODES = new Map<number, Verdict>([
  [130429, pause(quote("This number sends faster than WhatsApp allows"), 5)],
  [131056, later(say("provider.tooManyToClient"), pairPause)],
  [131048, pause(quote("WhatsApp holds this number back, since many of its messages were reported or blocked"), 600)],
  [131064, pause(quote("WhatsApp holds this number back for the kind of its messages"), 600)],
  [80007, pause(quote("The WhatsApp account asks Meta too often"), 60)],
  [131000, later(say("provider.whatsappFault"))],
  [131016, later(quote("WhatsApp is overloaded"))],
  [131057, pause(quote("Meta is working on this account"), 60)],
  [133004, later(quote("WhatsApp is not available"))],
  [
    131005,
    blocked(quote("The access token lacks a right for this number; make a new one with whatsapp_business_messaging")),
  ],
  [131031, RESTRICTED],
  [130497, refused(quote("WhatsApp does not let this business write to the client's country"))],
  [131037, blocked(quote("The number's display name is not approved; have it approved in Meta's WhatsApp Manager"))],
  [131042, BILLING],
  [131044, BILLING],
  [131045, REGISTRATION],
  ...[133000, 133005, 133006, 133008, 133009, 133010, 133015, 133016].map((code) => [code, REGISTRATION] as const),
  [33, PARAMETER],
  [100, PARAMETER],
  [
    131008,
    refused(
      quote(
        "Something is missing or empty that WhatsApp wants; in a template, the contact may lack the field that stands there",
      ),
    ),
  ],
  [131009, PARAMETER],
  [135000, PARAMETER],
  [131021, refused(quote("The client's number is the channel's own"))],
  [131026, refused(say("provider.notOnWhatsapp"))],
  [
    131030,
    refused(
      quote(
        "A test number writes only to numbers on its list; add the client's in the Meta app, under WhatsApp, API set-up",
      ),
    ),
  ],
  [131047, refused(say("provider.windowTemplate"))],
  [131049, refused(say("provider.spared"))],
  [
    130472,
    refused(
      quote(
        "Meta did not deliver it, since the client is part of an experiment of its own; marketing templates will not reach them",
      ),
    ),
  ],
  [131050, refused(say("provider.noMarketing"))],
  [131051, TYPE],
  [131052, refused(quote("WhatsApp could not load the file that the client sent"))],
  [131053, refused(say("provider.whatsappFile"))],
  [
    131062,
    refused(
      quote("This template reaches clients by their phone number only, and theirs is not known; ask the client for it"),
    ),
  ],
  [131063, refused(quote("Marketing templates of this account are not sent this way; see WhatsApp Manager"))],
  [132000, refused(quote("The template has another number of fields than were filled; fill each of them"))],
  [132001, refused(say("provider.noTemplate"))],
  [132005, TEMPLATE_TEXT],
  [132007, refused(quote("The template breaks a rule of WhatsApp's"))],
  [132008, TEMPLATE_TEXT],
  [132012, TEMPLATE_TEXT],
  [132018, TEMPLATE_TEXT],
  [
    132015,
    refused(
      quote("WhatsApp has paused the template for its low quality; use another, or wait until it is active again"),
    ),
  ],
  [132016, refused(quote("WhatsApp has switched the template off for its low quality; use another"))],
  [132068, refused(quote("The form of the template is blocked; see its state in WhatsApp Manager"))],
  [132069, refused(quote("The form of the template was opened too often in the last hour; send it later"))],
  [134011, refused(quote("Accept WhatsApp's terms for payments first, in WhatsApp Manager"))],
  [137000, refused(quote("The client's phone is another one than before; ask them to write first"))],
]);

const NO_SUCH_NUMBER = blocked(
  quote("The phone number is gone, or the token may not use it; connect the channel again"),
);

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
export function statusFailure(error: { code: number | null; details: string }): Said {
  const verdict = whatsappVerdict(error);
  if (verdict) return failureOf(verdict, error.code, error.details);
  return quote(error.code === null ? error.details : `${error.details} (${error.code})`);
}
