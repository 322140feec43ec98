import type { Ctx } from "../ctx.ts";
import type { Membership } from "../generated/prisma/client.ts";
import { Role as ROLES, type Role } from "../generated/prisma/enums.ts";
import { verb } from "../verb.ts";

export type MemberRecord = {
  workspaceId: number;
  userId: string;
  /** The agent's name, otherwise the name from sign-up. */
  name: string;
  surname: string | null;
  email: string;
  avatar: string | null;
  role: Role;
  agentId: string | null;
  /** When they became a member. */
  createdAt: Date;
  /** When their portal was last active in this workspace. */
  lastSeenAt: Date | null;
};

const RANK: Role[] = Object.values(ROLES);

/** All members of the workspace: the owner first, then by role and name. */
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
