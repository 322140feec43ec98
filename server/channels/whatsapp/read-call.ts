import { z } from "zod";
import type { InboundCall, InboundChange, InboundMessage } from "../inbound.ts";
import { entriesOf, id, listOf, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";
import { ACCOUNT_FIELDS, readAccount } from "./read-account.ts";
import { GROUP_SCOPE, groupThread } from "./groups.ts";
import type { Content } from "./read-content.ts";
import { readHistory } from "./read-history.ts";
import { frame, isChange, readMessage, readMessageChange } from "./read-message.ts";
import {
  contact,
  contactOf,
  idUpdate,
  named,
  preference,
  readIdUpdate,
  readPreference,
  readSystem,
  senderIdOf,
  senderOf,
  appContact,
  readAppContact,
} from "./read-names.ts";
import { readStatus, status } from "./read-status.ts";
import { BSUID_SCOPE, PHONE_SCOPE } from "./sender.ts";

const entry = z.object({ id: maybeId, time: z.unknown().optional(), changes: z.unknown().optional() });
const change = z.object({ field: z.string(), value: z.looseObject({}) });
const metadata = z.object({ phone_number_id: id });
const partner = z.object({ waba_info: z.object({ waba_id: id }) });
const shownNumber = z.object({ display_phone_number: maybeId });
const digits = (number: string | null | undefined) => number?.replace(/\D/g, "") ?? "";

const echo = z.looseObject({ ...frame.shape, to: maybeId, to_user_id: maybeId, to_parent_user_id: maybeId });
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
const TEMPLATE_FIELDS = [
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
];

/** Fields that reach only the app's own webhook (Meta, "Override webhooks"). */
export const APP_FIELDS = ["standby", "user_preferences", ...new Set([...TEMPLATE_FIELDS, ...ACCOUNT_FIELDS])];

/** All fields that are read. */
export const FIELDS = [
  "messages",
  "calls",
  "smb_message_echoes",
  "messaging_handovers",
  "user_id_update",
  "history",
  "smb_app_state_sync",
  ...APP_FIELDS,
];

type Parts = Required<Omit<InboundCall, "answer" | "history">> & Pick<InboundCall, "history">;

/**
 * Reads a call of the Cloud API: every entry, change, message and status of this number, phone calls that nobody took, what
 * happens while another app answers, who stops marketing messages, and what is said about the account.
 * What the business writes in groups in the phone's app is left out.
 */
export function readCall(
  body: unknown,
  own: { phoneNumberId: string; wabaId: string; displayNumber: string | null },
): InboundCall {
  const parts: Parts = { messages: [], statuses: [], changes: [], echoes: [], contactNames: [], elsewhere: [] };
  for (const { id: accountId, time, changes } of entriesOf(body, "whatsapp_business_account", entry)) {
    for (const { field, value } of listOf(changes, change)) {
      const number = metadata.safeParse(value.metadata).data?.phone_number_id;
      // Of a partner's change the entry names the partner.
      const account = partner.safeParse(value).data?.waba_info.waba_id ?? accountId;
      const shown = digits(shownNumber.safeParse(value).data?.display_phone_number);
      // A change without a number is about the account. Notices name the number as people see it.
      const isOurs =
        number === undefined
          ? account === own.wabaId && (shown === "" || shown === digits(own.displayNumber))
          : number === own.phoneNumberId;
      const other = number ?? (shown || account);
      if (isOurs) readChange(field, value, { accountId: own.wabaId, at: secondsOf(time) }, parts);
      else if (other !== undefined && !parts.elsewhere.includes(other)) parts.elsewhere.push(other);
    }
  }
  return { ...parts, answer: {} };
}

function readChange(
  field: string,
  value: Record<string, unknown>,
  { accountId, at }: { accountId: string; at: Date | null },
  parts: Parts,
): void {
  if (TEMPLATE_FIELDS.includes(field)) parts.changes.push({ kind: "templates", accountId, at: null });
  const notice = readAccount(field, value);
  if (notice) parts.changes.push({ kind: "account", at, notice });
  if (field === "user_id_update") {
    parts.changes.push(...listOf(value.user_id_update, idUpdate).flatMap(readIdUpdate));
  }
  if (field === "user_preferences") {
    parts.changes.push(...listOf(value.user_preferences, preference).flatMap(readPreference));
  }
  if (field === "smb_app_state_sync") {
    parts.contactNames.push(...listOf(value.state_sync, appContact).flatMap(readAppContact));
  }
  if (field === "history") {
    const own = digits(shownNumber.safeParse(value.metadata).data?.display_phone_number);
    parts.history = readHistory(value.history, own, parts.history);
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
  parts.statuses.push(...listOf(value.statuses, status).flatMap(readStatus));
  readMessages(value, parts);
}

function readMessages(value: Record<string, unknown>, parts: Parts): void {
  const contacts = listOf(value.contacts, contact);
  for (const given of listOf(value.messages, frame)) {
    const about = contactOf(given, contacts);
    if (given.type === "system") parts.changes.push(...readSystem(given));
    const writerId = senderIdOf(given, about);
    const senderId = given.group_id ?? writerId;
    if (senderId === undefined) continue;
    // A message keeps one reaction of its contact. In a group, members' reactions would replace each other.
    if (given.group_id === undefined || given.type !== "reaction") {
      parts.changes.push(...readMessageChange(given, senderId));
    }
    if (isChange(given.type)) continue;
    const { name, username } = about?.profile ?? {};
    parts.messages.push({
      senderId,
      ...readMessage(given),
      ...(given.group_id === undefined ? senderOf(given, about) : ofGroup(given.group_id, name || username || null)),
    });
  }
}

/**
 * What happens while Meta's business agent or another app answers a contact: their messages, one level deeper than otherwise, and the
 * answers, as they were asked to be sent. Statuses are about those answers.
 */
function readStandby(value: Record<string, unknown>, parts: Parts): void {
  const seen = passive.safeParse(value.standby).data;
  if (!seen) return;
  const read: Parts = { messages: [], statuses: [], changes: [], echoes: [], contactNames: [], elsewhere: [] };
  readMessages(seen, read);
  parts.messages.push(...read.messages.map((each) => ({ ...each, isStandby: true })));
  parts.changes.push(...read.changes);
  for (const { id: wamid, timestamp, message } of listOf(seen.message_echoes, passiveEcho)) {
    const phone = digits(message.to);
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
  const senderId = digits(sender.phone_number) || sender.user_id;
  if (!senderId) return [];
  const summary = passed?.conversation_context?.summary?.text?.slice(0, SUMMARY_LENGTH) ?? null;
  const isOurs = type === "control_passed";
  return [
    { kind: "control", at: secondsOf(timestamp), senderId, isOurs, isDue: isOurs, summary: isOurs ? summary : null },
  ];
}

/** A call that nobody took is a message: somebody waits to be called back. It opens the window, as every call does. */
function readMissedCall(given: z.infer<typeof phoneCall>, contacts: z.infer<typeof contact>[]): InboundMessage[] {
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

/** A group is the sender: nothing that is written in it belongs to its writer's own conversation. Meta does not tell its name. */
function ofGroup(groupId: string, writerName: string | null) {
  return {
    profile: { name: "WhatsApp group" },
    identities: [{ scope: GROUP_SCOPE, externalId: groupId }],
    externalConversationId: groupThread(groupId),
    writerName,
  };
}

/** A change that the business made in the phone's app. */
function ofBusiness(change: InboundChange): InboundChange {
  return change.kind === "reaction" ? { ...change, isAgent: true } : change;
}
