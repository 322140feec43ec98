import { z } from "zod";
import type { Identity, InboundCall, InboundChange, InboundMessage, InboundStatus } from "../inbound.ts";
import { entriesOf, id, listOf, maybeId, maybeText, timeOf } from "../meta/webhook.ts";
import { statusFailure } from "./errors.ts";
import { readContent, readProblems, type Content } from "./read-content.ts";
import { BSUID_SCOPE, countryOfId, PHONE_SCOPE } from "./sender.ts";

const entry = z.object({ id: id.optional().catch(undefined), changes: z.unknown().optional() });
const change = z.object({ field: z.string(), value: z.looseObject({}) });
const metadata = z.object({ phone_number_id: id });

const contact = z.object({
  profile: z.object({ name: maybeText, username: maybeText }).optional().catch(undefined),
  wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
});
type Contact = z.infer<typeof contact>;

/** The common fields of a message. Its content is under a key named after its type. */
const frame = z.looseObject({
  id,
  type: z.string().catch("unknown"),
  from: maybeId,
  from_user_id: maybeId,
  from_parent_user_id: maybeId,
  timestamp: z.unknown().optional(),
  group_id: maybeText,
  context: z.looseObject({ id: maybeId }).optional().catch(undefined),
  referral: z.object({ source_type: maybeText, source_url: maybeText }).optional().catch(undefined),
});
type Frame = z.infer<typeof frame>;
type Ids = Pick<Frame, "from" | "from_user_id" | "from_parent_user_id">;

const echo = z.looseObject({ ...frame.shape, to: maybeId, to_user_id: maybeId, to_parent_user_id: maybeId });
/** A card that the business asked for. Early bodies have `origin` in the message. */
const shared = z.object({ origin: maybeText, phones: z.unknown().optional() });
const sharedPhone = z.object({ wa_id: maybeId, phone: maybeText });
const reaction = z.object({ message_id: id, emoji: maybeText });
const edit = z.object({ original_message_id: id, message: z.looseObject({ type: z.string() }) });
const revoke = z.object({ original_message_id: id });
/** `previous_*` since 2026-08; `new_wa_id` in older bodies. */
const system = z.object({
  wa_id: maybeId,
  new_wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
  previous_user_id: maybeId,
  previous_parent_user_id: maybeId,
});
const phoneCall = z.looseObject({
  id,
  from: maybeId,
  from_user_id: maybeId,
  from_parent_user_id: maybeId,
  event: z.literal("terminate"),
  direction: z.literal("USER_INITIATED"),
  /** Absent or null: nobody picked up. */
  duration: z.unknown().optional(),
  timestamp: z.unknown().optional(),
});
const status = z.object({
  id,
  // Other statuses (deleted, warning) say nothing about delivery.
  status: z.enum(["sent", "delivered", "read", "played", "failed"]),
  timestamp: z.unknown().optional(),
  biz_opaque_callback_data: maybeId,
  errors: z.unknown().optional(),
});
const rotated = z.object({ previous: maybeId, current: maybeId });
const idUpdate = z.object({
  wa_id: maybeId,
  user_id: rotated.optional().catch(undefined),
  parent_user_id: rotated.optional().catch(undefined),
  timestamp: z.unknown().optional(),
});

const preference = z.object({
  category: z.literal("marketing_messages"),
  value: z.enum(["stop", "resume"]),
  wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
  timestamp: z.unknown().optional(),
});
/** The most of an agent's summary that the thread shows, in characters. */
const SUMMARY_LENGTH = 2_000;
const passive = z.looseObject({});
const passiveEcho = z.object({
  id,
  timestamp: z.unknown().optional(),
  /** The request that sent it. */
  message: z.looseObject({
    type: z.string().catch("unknown"),
    to: maybeId,
    recipient: maybeId,
    recipient_type: maybeText,
    context: z.object({ message_id: maybeId }).optional().catch(undefined),
    template: z.object({ name: z.string() }).optional().catch(undefined),
  }),
});
const handover = z.object({
  sender: z.object({ phone_number: maybeId, user_id: maybeId }),
  type: z.enum(["control_passed", "control_taken"]),
  timestamp: z.unknown().optional(),
  control_passed: z
    .object({
      conversation_context: z
        .object({ summary: z.object({ text: maybeText }).optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** They say that the list of templates has changed. */
export const TEMPLATE_FIELDS = [
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
];

type Parts = Required<Omit<InboundCall, "answer">>;

/**
 * Reads a call of the Cloud API: every entry, change, message and status of this number, phone calls that nobody took, what
 * happens while another app answers, and who stops marketing messages.
 * Groups and events about the account itself are left out.
 */
export function readCall(body: unknown, own: { phoneNumberId: string; wabaId: string }): InboundCall {
  const parts: Parts = { messages: [], statuses: [], changes: [], echoes: [], elsewhere: [] };
  for (const { id: accountId, changes } of entriesOf(body, "whatsapp_business_account", entry)) {
    for (const { field, value } of listOf(changes, change)) {
      const number = metadata.safeParse(value.metadata).data?.phone_number_id;
      // A change without a number is about the account.
      const isOurs = number === undefined ? accountId === own.wabaId : number === own.phoneNumberId;
      const other = number ?? accountId;
      if (isOurs) readChange(field, value, own.wabaId, parts);
      else if (other !== undefined && !parts.elsewhere.includes(other)) parts.elsewhere.push(other);
    }
  }
  return { ...parts, answer: {} };
}

function readChange(field: string, value: Record<string, unknown>, wabaId: string, parts: Parts): void {
  if (TEMPLATE_FIELDS.includes(field)) {
    parts.changes.push({ kind: "templates", accountId: wabaId, at: null });
  }
  if (field === "user_id_update") {
    parts.changes.push(...listOf(value.user_id_update, idUpdate).flatMap(readIdUpdate));
  }
  if (field === "user_preferences") {
    parts.changes.push(...listOf(value.user_preferences, preference).flatMap(readPreference));
  }
  if (field === "standby") readStandby(value, parts);
  if (field === "messaging_handovers") parts.changes.push(...readHandover(value));
  if (field === "smb_message_echoes") {
    for (const given of listOf(value.message_echoes, echo)) {
      const recipientId = given.to ?? given.to_user_id;
      if (recipientId === undefined || given.group_id !== undefined) continue;
      parts.changes.push(...readMessageChange(given, recipientId).map(ofBusiness));
      const identities = [
        ...named(BSUID_SCOPE, given.to_user_id),
        ...named(PHONE_SCOPE, given.to),
        ...named(BSUID_SCOPE, given.to_parent_user_id),
      ];
      if (!isChange(given.type)) parts.echoes.push({ recipientId, identities, ...readMessage(given) });
    }
  }
  const contacts = listOf(value.contacts, contact);
  if (field === "calls") {
    for (const given of listOf(value.calls, phoneCall)) parts.messages.push(...readMissedCall(given, contacts));
  }
  if (field !== "messages") return;
  parts.statuses.push(...listOf(value.statuses, status).map(readStatus));
  readMessages(value, parts);
}

function readMessages(value: Record<string, unknown>, parts: Parts): void {
  const contacts = listOf(value.contacts, contact);
  for (const given of listOf(value.messages, frame)) {
    const about = contactOf(given, contacts);
    if (given.type === "system") parts.changes.push(...readSystem(given));
    const senderId = senderIdOf(given, about);
    // A group is not a conversation with one contact.
    if (senderId === undefined || given.group_id !== undefined) continue;
    parts.changes.push(...readMessageChange(given, senderId));
    if (isChange(given.type)) continue;
    parts.messages.push({ senderId, ...senderOf(given, about), ...readMessage(given) });
  }
}

/**
 * What happens while Meta's business agent or another app answers a contact: their messages, one level deeper than otherwise, and the
 * answers, as they were asked to be sent. Statuses are about those answers.
 */
function readStandby(value: Record<string, unknown>, parts: Parts): void {
  const seen = passive.safeParse(value.standby).data;
  if (!seen) return;
  const read: Parts = { messages: [], statuses: [], changes: [], echoes: [], elsewhere: [] };
  readMessages(seen, read);
  parts.messages.push(...read.messages.map((each) => ({ ...each, isStandby: true })));
  parts.changes.push(...read.changes);
  for (const { id: wamid, timestamp, message } of listOf(seen.message_echoes, passiveEcho)) {
    const phone = message.to?.replace(/\D/g, "");
    const recipientId = phone || message.recipient;
    if (recipientId === undefined || message.recipient_type === "group") continue;
    const { template, context } = message;
    const given = { ...message, id: wamid, timestamp, context: { id: context?.message_id } };
    parts.changes.push(...readMessageChange(given, recipientId).map(ofBusiness));
    if (isChange(message.type)) continue;
    const identities = [...named(BSUID_SCOPE, message.recipient), ...named(PHONE_SCOPE, phone)];
    const content: Partial<Content> = template
      ? { type: "text", content: `[Template ${template.name}]`, raw: message }
      : {};
    parts.echoes.push({ recipientId, identities, isStandby: true, ...readMessage(given), ...content });
  }
}

/** The new owner is told that the conversation was passed, the former owner that it was taken. */
function readHandover(value: Record<string, unknown>): InboundChange[] {
  const read = handover.safeParse(value);
  if (!read.success) return [];
  const { sender, type, timestamp, control_passed: passed } = read.data;
  const senderId = sender.phone_number?.replace(/\D/g, "") || sender.user_id;
  if (!senderId) return [];
  const summary = passed?.conversation_context?.summary?.text?.slice(0, SUMMARY_LENGTH) ?? null;
  const isOurs = type === "control_passed";
  return [
    { kind: "control", at: secondsOf(timestamp), senderId, isOurs, isDue: isOurs, summary: isOurs ? summary : null },
  ];
}

function senderIdOf({ from, from_user_id }: Pick<Frame, "from" | "from_user_id">, about: Contact | undefined) {
  return from ?? about?.wa_id ?? from_user_id ?? about?.user_id;
}

/** Source: Meta, "user_preferences webhook reference", 2026. */
function readPreference(given: z.infer<typeof preference>): InboundChange[] {
  const names = [
    ...named(BSUID_SCOPE, given.user_id),
    ...named(PHONE_SCOPE, given.wa_id),
    ...named(BSUID_SCOPE, given.parent_user_id),
  ];
  const at = secondsOf(given.timestamp);
  return names.length === 0 ? [] : [{ kind: "marketing", at, names, isStopped: given.value === "stop" }];
}

/** A call that nobody took is a message: somebody waits to be called back. It opens the window, as every call does. */
function readMissedCall(given: z.infer<typeof phoneCall>, contacts: Contact[]): InboundMessage[] {
  const about = contactOf(given, contacts);
  const senderId = senderIdOf(given, about);
  if (senderId === undefined || given.duration != null) return [];
  return [
    {
      senderId,
      ...senderOf(given, about),
      externalMessageId: given.id,
      externalConversationId: null,
      replyTo: null,
      providerAt: secondsOf(given.timestamp),
      type: "text",
      content: "[Missed call]",
      isStandby: null,
      raw: given,
    },
  ];
}

/** Types that change something existing. They open no conversation. */
function isChange(type: string): boolean {
  return ["reaction", "edit", "revoke", "system"].includes(type);
}

function readMessage(given: Frame): Omit<InboundMessage, "senderId" | "profile" | "identities"> {
  const { context, referral } = given;
  return {
    externalMessageId: given.id,
    externalConversationId: null,
    replyTo: context?.id === undefined ? null : { id: context.id, content: null, type: null },
    providerAt: secondsOf(given.timestamp),
    ...(referral ? { sourceType: referral.source_type ?? "ad", sourceUrl: referral.source_url ?? null } : {}),
    ...readContent(given),
  };
}

/**
 * A single contact is the sender's. If its ids differ from the message's, they may be another person's, so only its profile is
 * used.
 */
function contactOf(given: Ids, contacts: Contact[]): Contact | undefined {
  const named = contacts.find(
    ({ wa_id, user_id }) =>
      (wa_id !== undefined && wa_id === given.from) || (user_id !== undefined && user_id === given.from_user_id),
  );
  const [only, ...others] = contacts;
  if (named || !only || others.length > 0) return named;
  const hasOtherIds =
    (only.wa_id !== undefined && given.from !== undefined) ||
    (only.user_id !== undefined && given.from_user_id !== undefined);
  return hasOtherIds ? { profile: only.profile } : only;
}

/**
 * The sender's identities: the id that stays when a name is chosen, the number while the business may see it, and the parent id
 * (`from_parent_user_id`).
 */
function senderOf(
  given: Ids & Record<string, unknown>,
  about: Contact | undefined,
): Pick<InboundMessage, "profile" | "identities"> {
  const phone = given.from ?? about?.wa_id;
  const userId = given.from_user_id ?? about?.user_id;
  const parentId = given.from_parent_user_id ?? about?.parent_user_id;
  const username = about?.profile?.username?.replace(/^@/, "");
  return {
    identities: [
      ...named(BSUID_SCOPE, userId),
      ...named(PHONE_SCOPE, phone ?? requestedPhone(given)),
      ...named(BSUID_SCOPE, parentId),
    ],
    profile: {
      name: about?.profile?.name || username || (phone === undefined ? null : `+${phone}`),
      phone: phone === undefined ? null : `+${phone}`,
      // The number is the better source. Readers use this only if there is no number.
      country: phone === undefined && userId !== undefined ? countryOfId(userId) : null,
    },
  };
}

/** The number that the sender gave because the business asked for it. Any other card may be somebody else's. */
function requestedPhone(given: Record<string, unknown>): string | undefined {
  const [card] = listOf(given.contacts, shared);
  if (given.type !== "contacts" || (card?.origin ?? given.origin) !== "contact_request") return undefined;
  const [phone] = listOf(card?.phones, sharedPhone);
  return phone?.wa_id ?? phone?.phone?.replace(/\D/g, "");
}

function named(scope: string, externalId: string | undefined): Identity[] {
  return externalId ? [{ scope, externalId }] : [];
}

function readMessageChange(given: Frame, senderId: string): InboundChange[] {
  const at = secondsOf(given.timestamp);
  const { type } = given;
  if (type === "reaction") {
    const read = reaction.safeParse(given.reaction);
    if (!read.success) return [];
    const { message_id: externalMessageId, emoji } = read.data;
    return [{ kind: "reaction", at, senderId, externalMessageId, emoji: emoji || null }];
  }
  if (type === "edit") {
    const read = edit.safeParse(given.edit);
    if (!read.success) return [];
    const { original_message_id: externalMessageId, message } = read.data;
    return [{ kind: "edit", at, externalMessageId, ...readContent(message) }];
  }
  if (type === "revoke") {
    const read = revoke.safeParse(given.revoke);
    return read.success ? [{ kind: "deletion", at, externalMessageId: read.data.original_message_id }] : [];
  }
  return [];
}

/**
 * A contact's number or ids changed. The message has no sender if the number is hidden, and any of the former names may be the one
 * that the contact is known by: each is replaced by its successor, and the contact with the last of them gets all new names.
 */
function readSystem(given: Frame): InboundChange[] {
  const read = system.safeParse(given.system);
  if (!read.success) return [];
  const { wa_id, new_wa_id, user_id, parent_user_id, previous_user_id, previous_parent_user_id } = read.data;
  const phone = named(PHONE_SCOPE, wa_id ?? new_wa_id);
  const ids = named(BSUID_SCOPE, user_id);
  const parents = named(BSUID_SCOPE, parent_user_id);
  const changes = [
    { former: named(BSUID_SCOPE, previous_parent_user_id), to: parents },
    { former: named(BSUID_SCOPE, previous_user_id ?? (given.from ? undefined : given.from_user_id)), to: ids },
    { former: named(PHONE_SCOPE, given.from), to: phone },
  ].flatMap(({ former: [from], to }) => (from ? [{ from, to }] : []));
  const last = changes.at(-1);
  const at = secondsOf(given.timestamp);
  return changes
    .map(({ from, to }) => ({ from, to: from === last?.from ? [...ids, ...phone, ...parents] : to }))
    .filter(({ from, to }) => to.length > 0 && to.every(({ externalId }) => externalId !== from.externalId))
    .map((change) => ({ kind: "identity", at, ...change }));
}

/** A change that the business made in the phone's app. */
function ofBusiness(change: InboundChange): InboundChange {
  return change.kind === "reaction" ? { ...change, isAgent: true } : change;
}

function readIdUpdate({ wa_id, user_id, parent_user_id, timestamp }: z.infer<typeof idUpdate>): InboundChange[] {
  const [from] = [
    ...named(BSUID_SCOPE, user_id?.previous),
    ...named(PHONE_SCOPE, wa_id),
    ...named(BSUID_SCOPE, parent_user_id?.previous),
  ];
  const to = [...named(BSUID_SCOPE, user_id?.current), ...named(BSUID_SCOPE, parent_user_id?.current)];
  return from && to.length > 0 ? [{ kind: "identity", at: secondsOf(timestamp), from, to }] : [];
}

function readStatus(given: z.infer<typeof status>): InboundStatus {
  const [error] = readProblems(given.errors);
  return {
    of: "message",
    externalMessageId: given.id,
    messageId: given.biz_opaque_callback_data ?? null,
    status: given.status,
    at: secondsOf(given.timestamp),
    error: given.status === "failed" && error ? statusFailure(error) : null,
  };
}

function secondsOf(timestamp: unknown): Date | null {
  return typeof timestamp === "string" || typeof timestamp === "number" ? timeOf(Number(timestamp) * 1_000) : null;
}
