import type { Actor, Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import type { Role } from "../generated/prisma/enums.ts";
import { auditRefusalOf } from "./audit-refusal.ts";
import { say, type Said } from "../say.ts";

/** USE_CONVS: own and unassigned conversations, send, note, tag, end. */
export const PERMISSIONS = [
  "MANAGE_WORKSPACE",
  "MANAGE_CONVS",
  "MANAGE_BROADCASTS",
  "MANAGE_CLIENTS",
  "USE_CONVS",
  "ASSIGN_OWNER",
  "ASSIGN_ROLE",
  "DELETE_WORKSPACE",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const AGENT: readonly Permission[] = ["USE_CONVS"];
const AGENT_PLUS: readonly Permission[] = [...AGENT, "MANAGE_CLIENTS"];
const WORKSPACE_KEY: readonly Permission[] = [...AGENT_PLUS, "MANAGE_WORKSPACE", "MANAGE_CONVS", "MANAGE_BROADCASTS"];
/** What keys may do at most. */
export const KEY_PERMISSIONS = WORKSPACE_KEY;
const ADMIN: readonly Permission[] = [...WORKSPACE_KEY, "ASSIGN_ROLE"];
const OWNER: readonly Permission[] = [...ADMIN, "ASSIGN_OWNER", "DELETE_WORKSPACE"];

const BY_ROLE: Record<Role, readonly Permission[]> = { OWNER, ADMIN, AGENT_PLUS, AGENT };

export function permissionsOf(actor: Actor): readonly Permission[] {
  switch (actor.kind) {
    case "user":
      return BY_ROLE[actor.role];
    case "workspaceKey":
    case "agentKey":
      return keyPermissions("agentId" in actor ? actor.agentId : null, actor.limits?.permissions);
    case "system":
      return PERMISSIONS;
  }
}

/** What a key of its kind may do, or the part of it that was chosen. None chosen means all. */
export function keyPermissions(agentId: string | null, chosen: readonly string[] = []): readonly Permission[] {
  const all = agentId === null ? WORKSPACE_KEY : AGENT_PLUS;
  return chosen.length === 0 ? all : all.filter((each) => chosen.includes(each));
}

/** Whether the actor has the permission; for decisions such as masking. */
export function may(ctx: Ctx, permission: Permission): boolean {
  return permissionsOf(ctx.actor).includes(permission);
}

/**
 * For rules finer than the permission that a verb declares, which `verb()` checks.
 * @throws AppError FORBIDDEN_ROLE in the contract's words.
 */
export function can(ctx: Ctx, permission: Permission): void {
  if (!may(ctx, permission)) throw forbiddenRole(ctx);
}

/**
 * For what would give access beyond the caller's: a key with limits could otherwise make one without, or invite a person.
 * @throws AppError FORBIDDEN_ROLE
 */
export function mustHaveNoLimits(ctx: Ctx): void {
  if ("limits" in ctx.actor && ctx.actor.limits) throw forbiddenRole(ctx, say("service.keyLimited"));
}

/** Audits the refusal and returns its error; for rules finer than a permission. */
export function forbiddenRole(ctx: Ctx, sentence: Said = say("refusal.role")): AppError {
  auditRefusalOf(ctx, "FORBIDDEN_ROLE");
  return new AppError("FORBIDDEN_ROLE", sentence);
}
