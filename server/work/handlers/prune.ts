import { prunePlayground } from "../../assistants/playground/prune-playground.ts";
import { pruneAnswers } from "../../assistants/turns/forget-answers.ts";
import { pruneConvs } from "../../assistants/turns/prune-convs.ts";
import { forgetIdempotencyKeys } from "../../auth/idempotency.ts";
import { pruneAudit, pruneMailedLinks, pruneSessions } from "../../auth/prune.ts";
import { env } from "../../env.ts";
import { pruneEvents } from "../../events/prune-events.ts";
import {
  pruneAttempts,
  pruneBulkActions,
  pruneDrafts,
  pruneParkedStatuses,
  pruneProviderCalls,
  pruneScheduled,
} from "../../conversations/prune.ts";
import { log } from "../../log.ts";
import { pruneMailNotices, prunePushSubscriptions } from "../../notices/prune.ts";
import { pruneUploads } from "../../uploads/prune-uploads.ts";
import { pruneDeliveries } from "../../webhooks/prune-deliveries.ts";

/** What is deleted by age, in order: deliveries before the events that they reference. */
const PRUNED: Record<string, () => Promise<unknown>> = {
  deliveries: pruneDeliveries,
  events: pruneEvents,
  parkedStatuses: pruneParkedStatuses,
  providerCalls: pruneProviderCalls,
  bulkActions: pruneBulkActions,
  scheduled: pruneScheduled,
  drafts: pruneDrafts,
  answers: pruneAnswers,
  idempotencyKeys: forgetIdempotencyKeys,
  playground: prunePlayground,
  pushSubscriptions: prunePushSubscriptions,
  sessions: pruneSessions,
  mailedLinks: pruneMailedLinks,
  audit: () => pruneAudit(env().KEEP_AUDIT_DAYS),
  mailNotices: pruneMailNotices,
  convs: () => pruneConvs(env().KEEP_CONVS_DAYS),
  attempts: () => pruneAttempts(env().KEEP_ATTEMPTS_DAYS),
  uploads: pruneUploads,
};

/** Runs each hour. */
export async function prune(): Promise<void> {
  const counts: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(PRUNED)) counts[name] = await run();
  log.info(counts, "pruned");
}
