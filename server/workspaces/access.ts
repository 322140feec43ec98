import type { Ctx } from "../ctx.ts";
import { notFound } from "../errors.ts";
import type { Membership, WorkspaceSettings, WorkspaceTestNumber } from "../generated/prisma/client.ts";

export type Settings = WorkspaceSettings & { testNumbers: WorkspaceTestNumber[]; workspace: { name: string } };

/** Every workspace has settings from its creation on. */
export async function settingsOf(ctx: Ctx): Promise<Settings> {
  return ctx.db.workspaceSettings.findUniqueOrThrow({
    where: { workspaceId: ctx.workspaceId },
    include: { testNumbers: { orderBy: { position: "asc" } }, workspace: { select: { name: true } } },
  });
}

/**
 * Locks a member's row until the transaction ends, so the role that a decision is based on is still valid when the change is written.
 * @throws AppError NOT_FOUND when the user is not a member.
 */
export async function lockMember(tx: Ctx, userId: string): Promise<Membership> {
  const [member] = await tx.db.$queryRaw<Membership[]>`
    select * from "Membership" where "workspaceId" = ${tx.workspaceId} and "userId" = ${userId}::uuid for update`;
  if (!member) throw notFound("member");
  return member;
}

/**
 * Serializes everything about this email in this workspace until the transaction ends: inviting, accepting, and finding the agent that
 * waits for an invited person. A concurrent second transaction sees the result of the first.
 * @param email lower case.
 */
export async function lockEmail(tx: Ctx, email: string): Promise<void> {
  const line = `${tx.workspaceId}|email|${email}`;
  await tx.db.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${line}, 0))`;
}
