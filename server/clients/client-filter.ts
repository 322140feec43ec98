import { convScope } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { LINE_MAX, containing } from "../text-rules.ts";
import { isContactDetail } from "./mask-client.ts";

/** The value of a field, or for text fields a part of it. */
type FieldFilter = Partial<
  Record<"email" | "name" | "surname" | "code" | "city" | "country" | "phone" | "externalClientId", string | null>
>;

export type ClientFilter = FieldFilter & {
  /** Words that must all match: each is part of the name, surname, phone or email, or equals the externalClientId. */
  search?: string | null;
  /** Only these contacts, archived or not. */
  ids?: string[] | null;
  conversationId?: string | null;
  /** Contacts that have all of these tags. */
  tags?: string[] | null;
  /** Contacts that have at least one of these tags. */
  anyTags?: string[] | null;
  stageId?: string | null;
  /** true: contacts without a stage. */
  noStage?: boolean | null;
  defaultAgentId?: string | null;
  /** Contacts with a conversation on this channel that the actor may see. */
  integrationId?: string | null;
  createdFrom?: Date | null;
  /** Exclusive. */
  createdBefore?: Date | null;
  /** true: only archived contacts. Otherwise only contacts that are not archived. */
  isDeleted?: boolean | null;
  /** true: only contacts who opted out, archived or not. */
  isOptedOut?: boolean | null;
};

/** The size of one API page. */
const IDS_MAX = 200;

/** The rule of `optedOutSince`. */
const OPTED_OUT = { OR: [{ optedOutAt: { not: null } }, { archivedBy: SYSTEM }], mergedIntoId: null };

/** Whether a filter uses fields that some roles see only masked. `search` does not count: it skips these fields for those roles. */
export function asksForMasked({ phone, email, externalClientId }: ClientFilter): boolean {
  return Boolean(phone) || Boolean(email) || (externalClientId != null && isContactDetail(externalClientId));
}

export function matchingClients(ctx: Ctx, input: ClientFilter): Prisma.ClientWhereInput {
  const { workspaceId } = ctx;
  const { ids } = input;
  if (ids && ids.length > IDS_MAX) throw badInput("ids", say("clients.mostFiltered", { count: IDS_MAX }));
  const createdAt = {
    ...(input.createdFrom ? { gte: input.createdFrom } : {}),
    ...(input.createdBefore ? { lt: input.createdBefore } : {}),
  };
  const conversations = [
    ...(input.conversationId != null ? [{ workspaceId, id: input.conversationId }] : []),
    ...(input.integrationId != null ? [{ workspaceId, integrationId: input.integrationId }] : []),
  ].map((conv) => ({ conversations: { some: { AND: [conv, convScope(ctx)] } } }));
  return {
    workspaceId,
    isPlayground: false,
    ...(input.isOptedOut ? OPTED_OUT : {}),
    ...((ids || input.isOptedOut) && input.isDeleted == null
      ? {}
      : { deletedAt: input.isDeleted ? { not: null } : null }),
    ...(ids ? { id: { in: ids } } : {}),
    ...(input.name ? { name: containing(input.name) } : {}),
    ...(input.surname ? { surname: containing(input.surname) } : {}),
    ...(input.email ? { email: containing(input.email) } : {}),
    ...(input.city ? { city: containing(input.city) } : {}),
    ...(input.country ? { country: countryFound(input.country) } : {}),
    ...(input.phone ? { phone: containing(withoutSpacing(input.phone)) } : {}),
    ...(input.code != null ? { code: input.code } : {}),
    ...(input.externalClientId != null ? { externalClientId: input.externalClientId } : {}),
    ...(input.stageId != null ? { stageId: input.stageId } : {}),
    ...(input.defaultAgentId != null ? { defaultAgentId: input.defaultAgentId } : {}),
    ...(input.createdFrom || input.createdBefore ? { createdAt } : {}),
    AND: [
      ...(input.noStage ? [{ stageId: null }] : []),
      ...(input.tags?.length ? [{ tags: { hasEvery: input.tags } }] : []),
      ...(input.anyTags?.length ? [{ tags: { hasSome: input.anyTags } }] : []),
      ...conversations,
      ...wordsOf(input.search ?? "").map((word) => ({ OR: wordFound(ctx, word) })),
    ],
  };
}

/** Two letters are a country code and must match exactly. A longer text may match a part of the stored value. */
function countryFound(country: string): Prisma.StringNullableFilter {
  if (!/^[a-z]{2}$/i.test(country)) return containing(country);
  return { in: [country.toUpperCase(), country.toLowerCase()] };
}

/** A phone number with spaces counts as one word. */
function wordsOf(search: string): string[] {
  const text = search.trim();
  if (text.length > LINE_MAX) throw badInput("search", say("input.tooLong", { field: "search", count: LINE_MAX }));
  if (text === "") return [];
  return isNumberLike(text) ? [text] : text.split(/\s+/);
}

function isNumberLike(text: string): boolean {
  return /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/.test(text);
}

/**
 * The fields in which a word is searched. For viewers who see contacts masked, phone and email are left out: each match would reveal a
 * part of them.
 */
function wordFound(ctx: Ctx, word: string): Prisma.ClientWhereInput[] {
  const names = [{ name: containing(word) }, { surname: containing(word) }];
  if (!may(ctx, "MANAGE_CLIENTS")) return isContactDetail(word) ? names : [...names, { externalClientId: word }];
  return [
    ...names,
    { email: containing(word) },
    { externalClientId: word },
    ...(isNumberLike(word) ? [{ phone: containing(withoutSpacing(word)) }] : []),
  ];
}

/** Removes the separators that people type between digits: stored numbers are in E.164 and have none. */
function withoutSpacing(phone: string): string {
  const digits = phone.replace(/[\s().\-/]/g, "");
  return digits === "" ? phone : digits;
}
