import { z } from "zod";
import type { ContactName, Identity, InboundChange, InboundMessage } from "../inbound.ts";
import { listOf, maybeId, maybeText, secondsOf } from "../meta/webhook.ts";
import { BSUID_SCOPE, countryOfId, PHONE_SCOPE } from "./sender.ts";

// Who a call is about: the names of people, their changes, and what people want to receive.

export const contact = z.object({
  profile: z.object({ name: maybeText, username: maybeText }).optional().catch(undefined),
  wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
});
type Contact = z.infer<typeof contact>;

/** The ids of a message's sender. */
type Ids = Partial<Record<"from" | "from_user_id" | "from_parent_user_id", string | undefined>>;

/** A card that the business asked for. Early bodies have `origin` in the message. */
const shared = z.object({ origin: maybeText, phones: z.unknown().optional() });
const sharedPhone = z.object({ wa_id: maybeId, phone: maybeText });
/** `previous_*` since 2026-08; `new_wa_id` in older bodies. */
const system = z.object({
  wa_id: maybeId,
  new_wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
  previous_user_id: maybeId,
  previous_parent_user_id: maybeId,
});
const rotated = z.object({ previous: maybeId, current: maybeId });
export const idUpdate = z.object({
  wa_id: maybeId,
  user_id: rotated.optional().catch(undefined),
  parent_user_id: rotated.optional().catch(undefined),
  timestamp: z.unknown().optional(),
});

export const preference = z.object({
  category: z.literal("marketing_messages"),
  value: z.enum(["stop", "resume"]),
  wa_id: maybeId,
  user_id: maybeId,
  parent_user_id: maybeId,
  timestamp: z.unknown().optional(),
});

/** A contact in the address book of WhatsApp's app. */
export const appContact = z.object({
  type: z.literal("contact"),
  action: z.literal("add"),
  contact: z.object({ full_name: maybeText, first_name: maybeText, phone_number: maybeText }),
});

/** Source: Meta, "smb_app_state_sync webhook reference". What is removed from the address book keeps its name here. */
export function readAppContact({ contact: given }: z.infer<typeof appContact>): ContactName[] {
  const { full_name, first_name, phone_number = "" } = given;
  // The database cannot store this character, and one name must not keep the others out.
  const name = (full_name || first_name)?.replaceAll("\0", "").toWellFormed();
  return name ? named(PHONE_SCOPE, phone_number.replace(/\D/g, "")).map((identity) => ({ ...identity, name })) : [];
}

export function senderIdOf({ from, from_user_id }: Pick<Ids, "from" | "from_user_id">, about: Contact | undefined) {
  return from ?? about?.wa_id ?? from_user_id ?? about?.user_id;
}

/** Source: Meta, "user_preferences webhook reference", 2026. */
export function readPreference(given: z.infer<typeof preference>): InboundChange[] {
  const names = [
    ...named(BSUID_SCOPE, given.user_id),
    ...named(PHONE_SCOPE, given.wa_id),
    ...named(BSUID_SCOPE, given.parent_user_id),
  ];
  const at = secondsOf(given.timestamp);
  return names.length === 0 ? [] : [{ kind: "marketing", at, names, isStopped: given.value === "stop" }];
}

/**
 * A single contact is the sender's. If its ids differ from the message's, they may be another person's, so only its profile is
 * used.
 */
export function contactOf(given: Ids, contacts: Contact[]): Contact | undefined {
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
export function senderOf(
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

export function named(scope: string, externalId: string | undefined): Identity[] {
  return externalId ? [{ scope, externalId }] : [];
}

/**
 * A contact's number or ids changed. The message has no sender if the number is hidden, and any of the former names may be the one
 * that the contact is known by: each is replaced by its successor, and the contact with the last of them gets all new names.
 */
export function readSystem(given: Ids & Record<string, unknown>): InboundChange[] {
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

export function readIdUpdate({ wa_id, user_id, parent_user_id, timestamp }: z.infer<typeof idUpdate>): InboundChange[] {
  const [from] = [
    ...named(BSUID_SCOPE, user_id?.previous),
    ...named(PHONE_SCOPE, wa_id),
    ...named(BSUID_SCOPE, parent_user_id?.previous),
  ];
  const to = [...named(BSUID_SCOPE, user_id?.current), ...named(BSUID_SCOPE, parent_user_id?.current)];
  return from && to.length > 0 ? [{ kind: "identity", at: secondsOf(timestamp), from, to }] : [];
}
