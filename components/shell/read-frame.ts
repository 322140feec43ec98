import type { Carrier } from "../graphql/carrier.ts";
import { readAhead } from "../graphql/read-ahead.ts";
import { savedViewsQuery } from "../list/list-queries.ts";
import { tagsQuery } from "../inbox/queries.ts";
import { viewerQuery } from "./queries.ts";

/**
 * The data for the frame of every signed-in page: the viewer, their views, and the conversation stages. The views' counts load
 * later, because they take longer than all the rest.
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
