import { badInput, notFound } from "../errors.ts";
import { verb } from "../verb.ts";
import { PREFERENCES_PATCH } from "./preferences.ts";
import { getViewer, type Viewer } from "./get-viewer.ts";
import { say } from "../say.ts";
import { saidBy } from "../saying.ts";

/**
 * Changes the signed-in user's portal preferences in this workspace.
 * @param input `preferences` contains the changes; null restores the default, omitted keys stay.
 * @throws AppError BAD_INPUT for an unknown key or value; NOT_FOUND for API keys, which have no portal.
 */
export const setPreferences = verb(
  { may: "USE_CONVS", audit: "everyday" },
  async (ctx, input: { preferences?: unknown }): Promise<Viewer> => {
    const { actor, workspaceId } = ctx;
    if (actor.kind !== "user") throw notFound("member");
    const parsed = PREFERENCES_PATCH.safeParse(input.preferences);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw badInput(
        ["preferences", ...(issue?.path ?? [])].join("."),
        issue ? saidBy(issue) : say("service.object", { field: "preferences" }),
      );
    }
    const unset = Object.entries(parsed.data).filter(([, value]) => value === null);
    const set = Object.entries(parsed.data).filter(([, value]) => value !== null && value !== undefined);
    await ctx.db.$executeRaw`
    update "Membership" set preferences = (preferences - ${unset.map(([name]) => name)}::text[]) || ${JSON.stringify(Object.fromEntries(set))}::jsonb
    where "workspaceId" = ${workspaceId} and "userId" = ${actor.userId}::uuid`;
    return getViewer(ctx);
  },
);
