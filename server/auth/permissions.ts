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
const ADMIN: readonly Permission[] = [...WORKSPACE_KEY, "ASSIGN_ROLE"];
const OWNER: readonly Permission[] = [...ADMIN, "ASSIGN_OWNER", "DELETE_WORKSPACE"];

const BY_ROLE: Record<Role, readonly Permission[]> = { OWNER, ADMIN, AGENT_PLUS, AGENT };

export function permissionsOf(actor: Actor): readonly Permission[] {
  switch (actor.kind) {
    case "user":
      return BY_ROLE[actor.role];
    case "workspaceKey":
      return WORKSPACE_KEY;
    case "agentKey":
      return AGENT_PLUS;
    case "system":
      return PERMISSIONS;
  }
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

/** Audits the refusal and returns its error; for rules finer than a permission. */
export function forbiddenRole(ctx: Ctx, sentence: Said = say("refusal.role")): AppError {
  auditRefusalOf(ctx, "FORBIDDEN_ROLE");
  return new AppError("FORBIDDEN_ROLE", sentence);
}
