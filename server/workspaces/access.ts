import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Membership, WorkspaceSettings, WorkspaceTestNumber } from "../generated/prisma/client.ts";

export type Settings = WorkspaceSettings & { testNumbers: WorkspaceTestNumber[]; workspace: { name: string } };

/** The workspace's settings; every workspace has them from its beginning. */
export async function settingsOf(ctx: Ctx): Promise<Settings> {
  return ctx.db.workspaceSettings.findUniqueOrThrow({
    where: { workspaceId: ctx.workspaceId },
    include: { testNumbers: { orderBy: { position: "asc" } }, workspace: { select: { name: true } } },
  });
}

/**
 * A member's row, locked until the transaction ends: the role that a decision is made on still holds when it is written.
 * @throws AppError NOT_FOUND for everybody who is no member.
 */
export async function lockMember(tx: Ctx, userId: string): Promise<Membership> {
  const [member] = await tx.db.$queryRaw<Membership[]>`
    select * from "Membership" where "workspaceId" = ${tx.workspaceId} and "userId" = ${userId}::uuid for update`;
  if (!member) throw notFound("member");
  return member;
}

/**
 * Holds everything that is about this e-mail in this workspace in line until the transaction ends: inviting, accepting, and
 * finding the agent that waits for somebody. Of two at the same time the second sees what the first has done.
 * @param email lower case.
 */
export async function lockEmail(tx: Ctx, email: string): Promise<void> {
  const line = `${tx.workspaceId}|email|${email}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
}
