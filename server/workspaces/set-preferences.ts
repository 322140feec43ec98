import { badInput, notFound } from "../errors.ts";
import { verb } from "../verb.ts";
import { PREFERENCES_PATCH } from "./preferences.ts";
import { getViewer, type Viewer } from "./get-viewer.ts";
import { say } from "../say.ts";
import { saidBy } from "../saying.ts";

/**
 * Changes how the signed-in person has the portal in this workspace.
 * @param input `preferences` names what changes; null goes back to the default, what is left out stays.
 * @throws AppError BAD_INPUT for a key or value that there is not; NOT_FOUND for API keys, which have no portal.
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
