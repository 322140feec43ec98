import { can } from "../auth/permissions.ts";
import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import { Prisma } from "../generated/prisma/client.ts";
import { visibleConvSql } from "./access.ts";
import type { ConvShown } from "./conv-parts.ts";
import { readShownConvs, SHOWN_COLUMNS } from "./shown-convs.ts";

/**
 * One conversation.
 * @throws AppError NOT_FOUND
 */
export async function getConv(ctx: Ctx, input: { id: string }): Promise<ConvShown> {
  can(ctx, "USE_CONVS");
  const [conv] = await readShownConvs(
    ctx,
    Prisma.sql`select ${SHOWN_COLUMNS} from "Conversation" c where ${visibleConvSql(ctx)} and c.id = ${input.id}::uuid`,
  );
  if (!conv) throw notFound("Conversation");
  return conv;
}
