import type { Ctx } from "../ctx.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { sealCredentials } from "./access.ts";

/**
 * The workspace's playground channel, on which assistants are tried out. It is created on first use. It has the
 * type with the fewest rules, no credentials and therefore no ingress, and appears in no list. Concurrent calls create only one.
 */
export async function playgroundChannel(ctx: Ctx): Promise<Integration> {
  const { workspaceId } = ctx;
  const find = () => ctx.db.integration.findFirst({ where: { workspaceId, isPlayground: true } });
  const known = await find();
  if (known) return known;
  const place = { workspaceId, id: newId() };
  const credentials = await sealCredentials(place, {});
  await ctx.db.integration.createMany({
    data: [{ ...place, name: "Playground", type: "CUSTOM", state: "active", credentials, isPlayground: true }],
    skipDuplicates: true,
  });
  const made = await find();
  if (!made) throw new Error("the playground's channel could not be made and is not there either");
  return made;
}
