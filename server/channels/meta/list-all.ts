import { z } from "zod";
import type { SetupRefusal } from "../channel.ts";
import { callGraph } from "./graph-api.ts";
import { setupFailure } from "./verdict.ts";
import { listOf, maybeText } from "./webhook.ts";

/** Pages of a list that are read, of 100 elements each. */
const MOST_PAGES = 20;
const listing = z.object({
  data: z.unknown(),
  paging: z
    .object({ next: maybeText, cursors: z.object({ after: maybeText }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/**
 * The elements of a list of the Graph API that match the shape.
 * @param property the one that a refusal is about.
 */
export async function listAll<T>(
  path: string,
  fields: string,
  accessToken: string,
  shape: z.ZodType<T>,
  property: string,
): Promise<T[] | SetupRefusal> {
  const all: T[] = [];
  let after: string | undefined;
  for (let count = 0; count < MOST_PAGES; count += 1) {
    const query = { fields, limit: "100", ...(after ? { after } : {}) };
    const reply = await callGraph({ method: "GET", path, query, accessToken, maxBodyBytes: 1024 * 1024 });
    if (reply.kind !== "ok") return setupFailure(reply, property);
    const { data, paging } = listing.safeParse(reply.body).data ?? {};
    all.push(...listOf(data, shape));
    after = paging?.next ? paging.cursors?.after : undefined;
    if (!after) break;
  }
  return all;
}
