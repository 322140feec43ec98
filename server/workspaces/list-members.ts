import type { Ctx } from "../ctx.ts";
import type { Membership } from "../generated/prisma/client.ts";
import { Role as ROLES, type Role } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";

export type MemberRecord = {
  workspaceId: number;
  userId: string;
  /** As colleagues know them: their agent's name, else the one they signed up with. */
  name: string;
  surname: string | null;
  email: string;
  avatar: string | null;
  role: Role;
  agentId: string | null;
  /** Since when they belong to it. */
  createdAt: Date;
  /** Last sign of life of their portal, in this workspace. */
  lastSeenAt: Date | null;
};

const RANK: Role[] = Object.values(ROLES);

/** Everybody who belongs to the workspace: the owner first, then by role and by name. */
export const listMembers = verb({ may: "MANAGE_WORKSPACE" }, async (ctx): Promise<MemberRecord[]> => {
  const members = await memberRecords(
    ctx,
    await ctx.db.membership.findMany({ where: { workspaceId: ctx.workspaceId } }),
  );
  return members.sort((a, b) => RANK.indexOf(a.role) - RANK.indexOf(b.role) || a.name.localeCompare(b.name));
});

export async function memberRecords(ctx: Ctx, members: Membership[]): Promise<MemberRecord[]> {
  const userIds = members.map(({ userId }) => userId);
  const [users, agents] = await Promise.all([
    ctx.db.user.findMany({ where: { id: { in: userIds } } }),
    ctx.db.agent.findMany({ where: { workspaceId: ctx.workspaceId, userId: { in: userIds }, deletedAt: null } }),
  ]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const agentOf = new Map(agents.map((agent) => [agent.userId, agent]));
  return members.flatMap(({ workspaceId, userId, role, createdAt }) => {
    const user = userOf.get(userId);
    const agent = agentOf.get(userId);
    if (!user) return [];
    const { name, surname } = agent ?? user;
    return {
      workspaceId,
      userId,
      name,
      surname,
      email: user.email,
      avatar: agent?.avatar ?? user.avatar,
      role,
      agentId: agent?.id ?? null,
      createdAt,
      lastSeenAt: agent?.lastSeenAt ?? null,
    };
  });
}
