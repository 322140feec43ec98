import { can, may } from "../auth/permissions.ts";
import { isPhoneNumber } from "../clients/mask-client.ts";
import { actorAgentId } from "../ctx.ts";
import type { Ctx } from "../ctx.ts";
import type { Conversation, Prisma } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage } from "../page.ts";
import type { Page, PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { convsVisibleTo } from "./access.ts";

export type ConvsInput = PageInput & {
  integrationId?: string | null;
  clientId?: string | null;
  ended?: boolean | null;
  tags?: string[] | null;
  assigneeId?: string | null;
  stageId?: string | null;
  /** Contains, over name, surname, phone and external id of the client. */
  nameOrPhone?: string | null;
  externalConversationId?: string | null;
  aiId?: string | null;
};

/** The conversations that the actor may see and that match, newest first. */
export async function listConvs(ctx: Ctx, input: ConvsInput): Promise<Page<Conversation>> {
  can(ctx, "USE_CONVS");
  const { size, take, cursor } = readPage(input);
  const { orderBy, after } = keyset(cursor);
  const where = { AND: [convsVisibleTo(ctx), filters(ctx, input)] };
  // Their own and nobody's are read apart, each in the order of an index: where nothing is nobody's, one reading of both would look
  // through everybody's to find the few that are theirs.
  const parts = may(ctx, "MANAGE_CONVS") ? [{}] : [{ assigneeId: null }, ...ownOf(ctx)];
  const found = await Promise.all(
    parts.map((part) => ctx.db.conversation.findMany({ where: { AND: [where, part, after] }, orderBy, take })),
  );
  const rows = found.flat().sort(newestFirst).slice(0, take);
  return toPage(rows, size, createdKey, () => ctx.db.conversation.count({ where }));
}

function ownOf(ctx: Ctx): Prisma.ConversationWhereInput[] {
  const assigneeId = actorAgentId(ctx.actor);
  return assigneeId ? [{ assigneeId }] : [];
}

function newestFirst(a: Conversation, b: Conversation): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1);
}

function filters(ctx: Ctx, input: ConvsInput): Prisma.ConversationWhereInput {
  const { integrationId, clientId, ended, assigneeId, stageId, externalConversationId, aiId } = input;
  const exact = { integrationId, clientId, ended, assigneeId, stageId, externalConversationId, aiId };
  const words = input.nameOrPhone?.trim();
  return {
    ...Object.fromEntries(Object.entries(exact).filter(([, value]) => value != null)),
    ...(input.tags?.length ? { tags: { hasEvery: input.tags } } : {}),
    ...(words ? clientFound(ctx, words) : {}),
  };
}

/** As clientSearchSql has it: digits tell no number to who sees them masked. */
function clientFound(ctx: Ctx, words: string): Prisma.ConversationWhereInput {
  if (may(ctx, "MANAGE_CLIENTS") || !/\d/.test(words))
    return { clientSearch: { contains: containing(words.toLowerCase()).contains } };
  const part = containing(words);
  const wholeId = isPhoneNumber(words) ? [] : [{ externalClientId: words }];
  return { client: { OR: [{ name: part }, { surname: part }, ...wholeId] } };
}
