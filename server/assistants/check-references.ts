import type { Ctx } from "../ctx.ts";
import { AppError, badInput } from "../errors.ts";
import { assertPublicUrl } from "../safe-fetch.ts";
import { say } from "../say.ts";
import { addressesIn, filesIn, type AssistantProperties } from "./assistant-properties.ts";

/**
 * Checks what the properties refer to: the service must be allowed to call the addresses, and the files must have been uploaded to
 * this workspace. It queries name servers, so call it outside of a transaction.
 * @throws AppError BAD_INPUT with the property's path.
 */
export async function checkReferences(ctx: Ctx, properties: AssistantProperties): Promise<void> {
  // In parallel, so that a name server that does not respond delays this once, not once for each of 200 sites.
  await Promise.all(
    addressesIn(properties).map(({ path, url }) =>
      assertPublicUrl(url).catch((error: unknown) => {
        throw error instanceof AppError ? badInput(path, error.said) : error;
      }),
    ),
  );
  for (const { path, fileName } of filesIn(properties)) {
    const upload = await ctx.db.upload.findFirst({
      where: { workspaceId: ctx.workspaceId, fileName, purpose: "knowledge", storedAt: { not: null } },
      select: { id: true },
    });
    if (!upload) throw badInput(path, say("assistants.noFile"));
  }
}
