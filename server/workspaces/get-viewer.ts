import { permissionsOf, type Permission } from "../auth/permissions.ts";
import { actorAgentId, type Ctx } from "../ctx.ts";
import type { Preferences } from "./preferences.ts";
import type { Plan, Role } from "../generated/prisma/enums.ts";

/** The caller's identity in this workspace, and their other workspaces. */
export type Viewer = {
  workspaceId: number;
  workspaceName: string;
  plan: Plan;
  userId: string | null;
  /** A user's name, or a key's label. */
  name: string;
  email: string | null;
  avatar: string | null;
  role: Role | null;
  agentId: string | null;
  permissions: readonly Permission[];
  isAvailable: boolean;
  /** The user's portal preferences in this workspace; empty for API keys. */
  preferences: Preferences;
  workspaces: { workspaceId: number; name: string; plan: Plan; role: Role }[];
};

/** What the portal needs to know about its user before it renders. Every caller may ask. */
export async function getViewer(ctx: Ctx): Promise<Viewer> {
  const { actor, db, workspaceId } = ctx;
  const agentId = actorAgentId(actor);
  const [workspace, agent, user] = await Promise.all([
    db.workspace.findUniqueOrThrow({ where: { id: workspaceId } }),
    agentId ? db.agent.findUnique({ where: { workspaceId_id: { workspaceId, id: agentId } } }) : null,
    actor.kind === "user"
      ? db.user.findUniqueOrThrow({
          where: { id: actor.userId },
          include: {
            memberships: {
              where: { workspace: { deletedAt: null } },
              include: { workspace: true },
              orderBy: { workspaceId: "asc" },
            },
          },
        })
      : null,
  ]);
  return {
    workspaceId,
    workspaceName: workspace.name,
    plan: workspace.plan,
    userId: user?.id ?? null,
    name: user ? fullName(agent ?? user) : "label" in actor ? actor.label : "",
    email: user?.email ?? null,
    avatar: agent?.avatar ?? user?.avatar ?? null,
    role: actor.kind === "user" ? actor.role : null,
    agentId,
    permissions: permissionsOf(actor),
    isAvailable: agent?.isAvailable ?? false,
    preferences: (user?.memberships.find((own) => own.workspaceId === workspaceId)?.preferences ?? {}) as Preferences,
    workspaces: (user?.memberships ?? []).map((membership) => ({
      workspaceId: membership.workspaceId,
      name: membership.workspace.name,
      plan: membership.workspace.plan,
      role: membership.role,
    })),
  };
}

function fullName({ name, surname }: { name: string; surname: string | null }): string {
  return surname ? `${name} ${surname}` : name;
}
