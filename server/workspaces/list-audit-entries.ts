import { badInput } from "../errors.ts";
import type { AuditEntry } from "../generated/prisma/client.ts";
import { createdKey, keyset, readPage, toPage, type Page, type PageInput } from "../page.ts";
import { verb } from "../verb.ts";
import { say } from "../say.ts";

export type AuditEntriesInput = PageInput & {
  /** Action names, such as assignUserRole. Default: all. */
  actions?: string[] | null;
  /** The id of a user or key, or SYSTEM. */
  actorId?: string | null;
  /** The id of the changed object. */
  targetId?: string | null;
  /** true: only refused actions; false: only completed ones. */
  refused?: boolean | null;
  /** At or after startDate, and before endDate. */
  startDate?: Date | null;
  endDate?: Date | null;
};

const MOST_ACTIONS = 50;

/**
 * The audit log, newest first: changes to keys, channels, webhooks, settings, team and roles, sign-ins, and refused actions.
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
