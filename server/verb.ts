import { can, type Permission } from "./auth/permissions.ts";
import { needsPlan, type PlanPart } from "./auth/plan.ts";
import type { Ctx } from "./ctx.ts";

/** What a verb says of itself. GraphQL, the API reference, `operations.txt` and the tests read it. */
export type Declaration = {
  /** What the caller's role or key must allow. USE_CONVS is what everybody with a seat may do. */
  may: Permission;
  /** What the workspace's plan must have; left out: every plan has it. */
  plan?: PlanPart;
  /**
   * What the audit log keeps of the change; left out by verbs that change nothing.
   * - recorded: who did it, and what was there before and after, in the transaction of the change
   * - everyday: nothing. Work in conversations, on contacts and on one's own things: nobody's rights change with it.
   * - trial: nothing. A check, a draft or a test: no contact is reached, and nothing that answers contacts changes.
   */
  audit?: "recorded" | "everyday" | "trial";
};

export type Verb<Args extends unknown[], Result> = ((ctx: Ctx, ...args: Args) => Promise<Result>) & {
  readonly declared: Declaration;
};

/**
 * Makes a verb: permission and plan are checked before the body runs, for every caller and at every door.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED, and what the body throws
 */
export function verb<Args extends unknown[], Result>(
  declared: Declaration,
  body: (ctx: Ctx, ...args: Args) => Result | Promise<Result>,
): Verb<Args, Result> {
  const checked = async (ctx: Ctx, ...args: Args): Promise<Result> => {
    checkDeclared(ctx, declared);
    return body(ctx, ...args);
  };
  return Object.assign(checked, { declared });
}

/**
 * What a verb checks first; for doors that check it before they look at the input.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED
 */
export function checkDeclared(ctx: Ctx, { may, plan }: Declaration): void {
  can(ctx, may);
  if (plan) needsPlan(ctx, plan);
}
