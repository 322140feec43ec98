import { badInput } from "../errors.ts";
import type { AuditEntry } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { say } from "../say.ts";

export type AuditEntriesInput = PageInput & {
  /** Names of actions, like assignUserRole; left out: all. */
  actions?: string[] | null;
  /** A user's or a key's id, or SYSTEM. */
  actorId?: string | null;
  /** What was changed. */
  targetId?: string | null;
  /** true: only what was refused; false: only what was done. */
  refused?: boolean | null;
  /** From this moment on, and before that one. */
  startDate?: Date | null;
  endDate?: Date | null;
};

const MOST_ACTIONS = 50;

/**
 * The record of changes to keys, channels, webhooks, settings, team and roles, of sign-ins, and of what was refused; newest first.
 * @throws AppError BAD_INPUT, FORBIDDEN_ROLE
 */
export const listAuditEntries = verb(
  { may: "MANAGE_WORKSPACE" },
  async (ctx, input: AuditEntriesInput): Promise<Page<AuditEntry>> => {
    const { actions, actorId, targetId, refused, startDate, endDate } = input;
    if (actions && actions.length > MOST_ACTIONS)
      throw badInput("actions", say("workspaces.actionsMax", { count: MOST_ACTIONS }));
    const { size, take, cursor } = readPage(input);
    const { orderBy, after } = keyset(cursor);
    const where = {
      workspaceId: ctx.workspaceId,
      ...(actions?.length ? { action: { in: actions } } : {}),
      ...(actorId ? { actorId } : {}),
      ...(targetId ? { targetId } : {}),
      ...(typeof refused === "boolean" ? { refusal: refused ? { not: null } : null } : {}),
      ...(startDate || endDate
        ? { createdAt: { ...(startDate ? { gte: startDate } : {}), ...(endDate ? { lt: endDate } : {}) } }
        : {}),
    };
    const rows = await ctx.db.auditEntry.findMany({ where: { AND: [where, after] }, orderBy, take });
    return toPage(rows, size, createdKey, () => ctx.db.auditEntry.count({ where }));
  },
);
