import { convScope } from "../auth/conv-scope.ts";
import { can, may } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { AppError, SENTENCES } from "../errors.ts";
import type { Client, Prisma } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage } from "../page.ts";
import type { Page, PageInput } from "../page.ts";
import { containing } from "../text-rules.ts";
import { isPhoneNumber, maskClient } from "./mask-client.ts";

export type ClientsInput = PageInput & {
  /** The contact of this conversation. */
  conversationId?: string | null;
  email?: string | null;
  name?: string | null;
  surname?: string | null;
  code?: string | null;
  city?: string | null;
  country?: string | null;
  phone?: string | null;
  externalClientId?: string | null;
  /** Contacts that have every one of these. */
  tags?: string[] | null;
  stageId?: string | null;
  /** True: archived contacts only; else those that are not. */
  isDeleted?: boolean | null;
};

/**
 * Contacts that match all filters, newest first.
 * @throws AppError FORBIDDEN_ROLE when a role that sees phone and e-mail masked asks by them: the answers would tell them.
 */
export async function listClients(ctx: Ctx, input: ClientsInput): Promise<Page<Client>> {
  can(ctx, "USE_CONVS");
  if (!may(ctx, "MANAGE_CLIENTS") && asksForMasked(input))
    throw new AppError("FORBIDDEN_ROLE", SENTENCES.forbiddenRole);
  const { size, take, cursor } = readPage(input);
  const { orderBy, after } = keyset(cursor);
  const where = matching(ctx, input);
  const rows = await ctx.db.client.findMany({ where: { AND: [where, after] }, orderBy, take });
  return toPage(
    rows.map((row) => maskClient(ctx, row)),
    size,
    createdKey,
    () => ctx.db.client.count({ where }),
  );
}

function asksForMasked({ phone, email, externalClientId }: ClientsInput): boolean {
  return Boolean(phone) || Boolean(email) || (externalClientId != null && isPhoneNumber(externalClientId));
}

function matching(ctx: Ctx, input: ClientsInput): Prisma.ClientWhereInput {
  const { workspaceId } = ctx;
  return {
    workspaceId,
    isPlayground: false,
    deletedAt: input.isDeleted ? { not: null } : null,
    ...(input.name ? { name: containing(input.name) } : {}),
    ...(input.surname ? { surname: containing(input.surname) } : {}),
    ...(input.email ? { email: containing(input.email) } : {}),
    ...(input.city ? { city: containing(input.city) } : {}),
    ...(input.country ? { country: containing(input.country) } : {}),
    ...(input.phone ? { phone: containing(withoutSpacing(input.phone)) } : {}),
    ...(input.code != null ? { code: input.code } : {}),
    ...(input.externalClientId != null ? { externalClientId: input.externalClientId } : {}),
    ...(input.stageId != null ? { stageId: input.stageId } : {}),
    ...(input.tags?.length ? { tags: { hasEvery: input.tags } } : {}),
    ...(input.conversationId != null
      ? { conversations: { some: { AND: [{ workspaceId, id: input.conversationId }, convScope(ctx)] } } }
      : {}),
  };
}

/** Numbers are stored in E.164: what people put between the digits is not there to be found. */
function withoutSpacing(phone: string): string {
  const digits = phone.replace(/[\s().\-/]/g, "");
  return digits === "" ? phone : digits;
}
