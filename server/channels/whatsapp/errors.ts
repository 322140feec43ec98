import { quote, say, type Said } from "../../say.ts";
import { failureOf, type Verdict } from "../meta/verdict.ts";

const refused = (advice: Said): Verdict => ({ outcome: "refused", advice });
const blocked = (advice: Said): Verdict => ({ outcome: "unauthorized", advice });
const later = (advice: Said, waitSeconds?: Verdict["waitSeconds"]): Verdict => ({
  outcome: "retry",
  advice,
  ...(waitSeconds ? { waitSeconds } : {}),
});

/** Like `later`, and nothing else of the channel is sent meanwhile. */
const pause = (advice: Said, seconds: number): Verdict => ({
  ...later(advice, () => seconds),
  isChannelWide: true,
});

const HOUR = 3_600;
/** Meta's rule when two numbers write to each other too fast: 4, 16, 64 … seconds. */
const pairPause = (priorAttempts: number) => Math.min(4 ** (priorAttempts + 1), HOUR);

const TYPE = refused(say("provider.wa.kind"));
const PARAMETER = refused(say("provider.wa.message"));
const TEMPLATE_TEXT = refused(say("provider.wa.templateText"));
const REGISTRATION = blocked(say("provider.wa.registration"));
const BILLING = blocked(say("provider.payment"));
const RESTRICTED = blocked(say("provider.wa.restricted"));

/** The meaning of the Cloud API's codes, in the response to a send and in a failed status. */
const CODES = new Map<number, Verdict>([
  [130429, pause(say("provider.wa.tooFast"), 5)],
  [131056, later(say("provider.tooManyToClient"), pairPause)],
  [131048, pause(say("provider.wa.reported"), 600)],
  [131064, pause(say("provider.wa.heldBack"), 600)],
  [80007, pause(say("provider.wa.tooOften"), 60)],
  [131000, later(say("provider.whatsappFault"))],
  [131016, later(say("provider.wa.overloaded"))],
  [131057, pause(say("provider.wa.maintenance"), 60)],
  [133004, later(say("provider.wa.away"))],
  [131005, blocked(say("provider.wa.rights"))],
  [131031, RESTRICTED],
  [130497, refused(say("provider.wa.country"))],
  [131037, blocked(say("provider.wa.displayName"))],
  [131042, BILLING],
  [131044, BILLING],
  [131045, REGISTRATION],
  ...[133000, 133005, 133006, 133008, 133009, 133010, 133015, 133016].map((code) => [code, REGISTRATION] as const),
  [33, PARAMETER],
  [100, PARAMETER],
  [131008, refused(say("provider.wa.empty"))],
  [131009, PARAMETER],
  [135000, PARAMETER],
  [131021, refused(say("provider.wa.ownNumber"))],
  [131026, refused(say("provider.notOnWhatsapp"))],
  [131030, refused(say("provider.wa.testNumber"))],
  [131047, refused(say("provider.windowTemplate"))],
  [131049, refused(say("provider.spared"))],
  [130472, refused(say("provider.wa.experiment"))],
  [131050, refused(say("provider.noMarketing"))],
  [131051, TYPE],
  [131052, refused(say("provider.wa.clientFile"))],
  [131053, refused(say("provider.whatsappFile"))],
  [131062, refused(say("provider.wa.phoneOnly"))],
  [131063, refused(say("provider.wa.marketingWay"))],
  [132000, refused(say("provider.wa.fieldCount"))],
  [132001, refused(say("provider.noTemplate"))],
  [132005, TEMPLATE_TEXT],
  [132007, refused(say("provider.wa.rule"))],
  [132008, TEMPLATE_TEXT],
  [132012, TEMPLATE_TEXT],
  [132018, TEMPLATE_TEXT],
  [132015, refused(say("provider.wa.paused"))],
  [132016, refused(say("provider.wa.switchedOff"))],
  [132068, refused(say("provider.wa.formBlocked"))],
  [132069, refused(say("provider.wa.formOften"))],
  [134011, refused(say("provider.wa.terms"))],
  // Up to ten minutes after a template was approved.
  [134101, { outcome: "retry", advice: say("provider.wa.templateNew"), waitSeconds: () => 600 }],
  [137000, refused(say("provider.wa.otherPhone"))],
]);

const NO_SUCH_NUMBER = blocked(say("provider.wa.noNumber"));

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

/**
 * Codes that mean that the template differs from the stored list: another number of fields, deleted, another form, paused,
 * disabled.
 */
const ABOUT_TEMPLATE = new Map<number, "PAUSED" | "DISABLED" | null>([
  [132000, null],
  [132001, null],
  [132012, null],
  [132015, "PAUSED"],
  [132016, "DISABLED"],
]);

/** What a refusal says about the template; null if it is about the message. */
export function aboutTemplate(code: number | null): { status: "PAUSED" | "DISABLED" | null } | null {
  const status = code === null ? undefined : ABOUT_TEMPLATE.get(code);
  return status === undefined ? null : { status };
}

/** Why WhatsApp reports that a message failed, or that a contact's message cannot be shown. */
export function statusFailure(error: { code: number | null; details: string }): Said {
  const verdict = whatsappVerdict(error);
  if (verdict) return failureOf(verdict, error.code, error.details);
  return quote(error.code === null ? error.details : `${error.details} (${error.code})`);
}
