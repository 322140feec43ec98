import { can, type Permission } from "./auth/permissions.ts";
import { needsPlan, type PlanPart } from "./auth/plan.ts";
import type { Ctx } from "./ctx.ts";

/** The declaration of a verb. GraphQL, the API reference, `operations.txt` and the tests read it. */
export type Declaration = {
  /** The permission that the caller's role or key needs. Every team member has USE_CONVS. */
  may: Permission;
  /** The feature that the workspace's plan must include; left out: every plan includes it. */
  plan?: PlanPart;
  /**
   * What the audit log keeps of the change; left out for verbs that change nothing.
   * - recorded: the actor and the values before and after, written in the transaction of the change
   * - everyday: nothing. Work in conversations, on contacts and on one's own settings does not change anyone's permissions.
   * - trial: nothing. A check, a draft or a test reaches no contact and does not change how contacts are answered.
   */
  audit?: "recorded" | "everyday" | "trial";
};

export type Verb<Args extends unknown[], Result> = ((ctx: Ctx, ...args: Args) => Promise<Result>) & {
  readonly declared: Declaration;
};

/**
 * Creates a verb. It checks permission and plan before the body runs, for every caller and endpoint.
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
 * The checks that a verb runs first, for endpoints that check before they read the input.
 * @throws AppError FORBIDDEN_ROLE, PLAN_REQUIRED
 */
export function checkDeclared(ctx: Ctx, { may, plan }: Declaration): void {
  can(ctx, may);
  if (plan) needsPlan(ctx, plan);
}
