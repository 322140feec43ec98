import type { Status } from "./records.ts";
import { settle, type Stage } from "./stage.ts";

const WATCH_PAUSE_MS = 200;
/** The largest page size. */
const PAGE = 200;

/** Pages through the messages from newest to oldest, again and again, as an API client sees them. */
export async function watchStatuses(stage: Stage, signal: AbortSignal): Promise<void> {
  const { recorder, workspaceId } = stage;
  let after: string | null = null;
  while (!signal.aborted) {
    const call = recorder.invoke("pollStatuses", "reader", { about: after ?? "newest" });
    const done = await stage.graphql({
      kind: "query",
      field: "messages",
      inputType: "MessagesInput",
      selection: "{ nodes { messageId status isAgent } pageInfo { hasNextPage endCursor } }",
      input: { workspaceId, first: PAGE, after },
    });
    if (done.kind === "ok") {
      const page = done.value as StatusPage;
      recorder.ok(call, {
        statuses: page.nodes.filter(({ isAgent }) => isAgent).map(({ messageId, status }) => [messageId, status]),
      });
      after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    } else {
      settle(recorder, call, done);
    }
    await new Promise((wait) => setTimeout(wait, WATCH_PAUSE_MS));
  }
}

type StatusPage = {
  nodes: { messageId: string; status: Status; isAgent: boolean }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
};

type Report = Record<"sentCount" | "deliveredCount" | "readCount" | "pendingCount" | "failedCount", number>;

/**
 * Compares a broadcast's own figures with the report's. The report is per channel and day, so this works for a single broadcast
 * only.
 */
export async function watchBroadcasts(stage: Stage, watched: readonly string[], signal: AbortSignal): Promise<void> {
  const { recorder, workspaceId, integrationId } = stage;
  const day = new Date().toISOString();
  while (!signal.aborted) {
    await new Promise((wait) => setTimeout(wait, WATCH_PAUSE_MS * 5));
    const [broadcastId] = watched;
    if (broadcastId === undefined || watched.length > 1) continue;
    const look = recorder.invoke("read", "marketing", { about: broadcastId });
    const query = { kind: "query", selection: "{ state totalCount }" } as const;
    const seen = await stage.graphql({
      ...query,
      field: "broadcast",
      inputType: "BroadcastInput",
      input: { workspaceId, id: broadcastId },
    });
    if (seen.kind !== "ok") {
      settle(recorder, look, seen);
      continue;
    }
    recorder.ok(look, {});
    const { state, totalCount } = seen.value as { state: string; totalCount: number };
    // The audience is fixed at the start, which may fall between the two requests.
    if (state === "draft" || state === "scheduled") continue;
    const call = recorder.invoke("pollBroadcast", "marketing", { broadcastId });
    const counted = await stage.graphql({
      kind: "query",
      field: "broadcastReport",
      inputType: "BroadcastReportInput",
      selection: "{ nodes { sentCount deliveredCount readCount pendingCount failedCount } }",
      input: { workspaceId, integrationId, startDate: day, endDate: day },
    });
    if (counted.kind !== "ok") settle(recorder, call, counted);
    else {
      const { nodes } = counted.value as { nodes: Report[] };
      const outcomes = nodes.flatMap((node) => Object.values(node)).reduce((sum, count) => sum + count, 0);
      recorder.ok(call, { state, totalCount, outcomes });
    }
  }
}
