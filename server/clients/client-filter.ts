import { convScope } from "../auth/conv-scope.ts";
import { may } from "../auth/permissions.ts";
import { SYSTEM, type Ctx } from "../ctx.ts";
import { badInput } from "../errors.ts";
import type { Prisma } from "../generated/prisma/client.ts";
import { say } from "../say.ts";
import { LINE_MAX, containing } from "../text-rules.ts";
import { isContactDetail } from "./mask-client.ts";

/** Of a field: what it is, or of words what it contains. */
type FieldFilter = Partial<
  Record<"email" | "name" | "surname" | "code" | "city" | "country" | "phone" | "externalClientId", string | null>
>;

export type ClientFilter = FieldFilter & {
  /** Words that are all found in the name, surname, phone or e-mail, or are the externalClientId. */
  search?: string | null;
  /** The named contacts only, archived or not. */
  ids?: string[] | null;
  conversationId?: string | null;
  /** Contacts that have every one of these. */
  tags?: string[] | null;
  /** Contacts that have one of these. */
  anyTags?: string[] | null;
  stageId?: string | null;
  /** True: contacts on no stage. */
  noStage?: boolean | null;
  defaultAgentId?: string | null;
  /** Contacts with a conversation on this channel that the actor may see. */
  integrationId?: string | null;
  createdFrom?: Date | null;
  /** Exclusive. */
  createdBefore?: Date | null;
  /** True: archived contacts only; else those that are not. */
  isDeleted?: boolean | null;
  /** True: those alone who opted out, archived or not. */
  isOptedOut?: boolean | null;
};

/** As many as one page of the API holds. */
const IDS_MAX = 200;

/** The rule of `optedOutSince`. */
const OPTED_OUT = { OR: [{ optedOutAt: { not: null } }, { archivedBy: SYSTEM }], mergedIntoId: null };

/** Whether a filter asks by what some roles see masked only. Not `search`: it does not look there for them. */
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

/** Two letters are a code, and looked up as they are; anything longer is part of what stands there. */
function countryFound(country: string): Prisma.StringNullableFilter {
  if (!/^[a-z]{2}$/i.test(country)) return containing(country);
  return { in: [country.toUpperCase(), country.toLowerCase()] };
}

/** A number with its spaces is one word. */
function wordsOf(search: string): string[] {
  const text = search.trim();
  if (text.length > LINE_MAX) throw badInput("search", say("input.tooLong", { field: "search", count: LINE_MAX }));
  if (text === "") return [];
  return isNumberLike(text) ? [text] : text.split(/\s+/);
}

function isNumberLike(text: string): boolean {
  return /^\+?[\d\s().\-/]*\d[\d\s().\-/]*$/.test(text);
}

/** Where a word may stand. For who sees numbers and addresses masked: not in those, since each letter found would tell one. */
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

/** Numbers are stored in E.164: what people put between the digits is not there to be found. */
function withoutSpacing(phone: string): string {
  const digits = phone.replace(/[\s().\-/]/g, "");
  return digits === "" ? phone : digits;
}
