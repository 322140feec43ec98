import type { Ctx } from "../ctx.ts";
import type { Invitation } from "../generated/prisma/client.ts";

/** An invitation as those who manage the workspace see it. */
export type InvitationRecord = Pick<
  Invitation,
  "workspaceId" | "id" | "email" | "role" | "createdAt" | "expiresAt" | "mailState" | "mailError"
> & {
  /** A person's name or a key's label; null when neither is there any more. */
  invitedBy: string | null;
  /** Whole only in the answer of the operation that made it. */
  link: string | null;
};

/** Invitations as they are shown, without their links, which nobody can be shown again. */
export async function invitationRecords(ctx: Ctx, invitations: Invitation[]): Promise<InvitationRecord[]> {
  const inviterIds = invitations.map(({ invitedById }) => invitedById);
  const [people, keys] = await Promise.all([
    personNames(ctx, inviterIds),
    ctx.db.apiKey.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: inviterIds } } }),
  ]);
  const names = new Map([...keys.map(({ id, label }) => [id, label] as const), ...people]);
  return invitations.map(
    ({ workspaceId, id, email, role, createdAt, expiresAt, mailState, mailError, invitedById }) => ({
      workspaceId,
      id,
      email,
      role,
      createdAt,
      expiresAt,
      mailState,
      mailError,
      invitedBy: names.get(invitedById) ?? null,
      link: null,
    }),
  );
}

/** What people are called here: their agent's name, else the one they signed up with. Keys are not among them. */
export async function personNames({ db, workspaceId }: Ctx, userIds: string[]): Promise<Map<string, string>> {
  const [users, agents] = await Promise.all([
    db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true, surname: true } }),
    db.agent.findMany({
      where: { workspaceId, userId: { in: userIds } },
      select: { userId: true, name: true, surname: true },
    }),
  ]);
  return new Map([
    ...users.map((user) => [user.id, fullName(user)] as const),
    ...agents.map((agent) => [agent.userId, fullName(agent)] as const),
  ]);
}

function fullName({ name, surname }: { name: string; surname: string | null }): string {
  return surname ? `${name} ${surname}` : name;
}
