import type { Carrier } from "../graphql/carrier.ts";
import { readAhead } from "../graphql/read-ahead.ts";
import { savedViewsQuery } from "../list/list-queries.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { viewerQuery } from "./queries.ts";

/**
 * What the frame of every signed-in page is drawn with: who looks, their views, and the stages that conversations have. The counts of the
 * views come after: they take longer than all the rest, and nobody waits for them.
 */
export function readFrame(carrier: Carrier, workspaceId: number) {
  return readAhead(carrier, (client) =>
    Promise.all([
      client.prefetchQuery(viewerQuery(workspaceId)),
      client.prefetchQuery(savedViewsQuery(workspaceId)),
      client.prefetchQuery(tagsQuery(workspaceId, "convStage")),
    ]),
  );
}
