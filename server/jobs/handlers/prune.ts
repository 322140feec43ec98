import { prunePlayground } from "../../assistants/playground/prune-playground.ts";
import { pruneAnswers } from "../../assistants/turns/prune-answers.ts";
import { pruneConvs } from "../../assistants/turns/prune-convs.ts";
import { forgetIdempotencyKeys } from "../../auth/idempotency.ts";
import { pruneAudit } from "../../auth/prune-audit.ts";
import { pruneSessions } from "../../auth/prune-sessions.ts";
import { env } from "../../env.ts";
import { pruneEvents } from "../../events/prune-events.ts";
import { pruneAttempts } from "../../inbox/prune-attempts.ts";
import { pruneBulkActions } from "../../inbox/prune-bulk-actions.ts";
import { pruneDrafts } from "../../inbox/prune-drafts.ts";
import { pruneParkedStatuses } from "../../inbox/prune-parked-statuses.ts";
import { pruneProviderCalls } from "../../inbox/prune-provider-calls.ts";
import { pruneScheduled } from "../../inbox/prune-scheduled.ts";
import { log } from "../../log.ts";
import { pruneMailNotices } from "../../notices/prune-mail-notices.ts";
import { prunePushSubscriptions } from "../../notices/prune-push-subscriptions.ts";
import { pruneUploads } from "../../uploads/prune-uploads.ts";
import { pruneDeliveries } from "../../webhooks/prune-deliveries.ts";
import { pruneMailedLinks } from "../../auth/prune-mailed-links.ts";

/** Each hour: deletes what has outlived its use. Deliveries go before the events that they point to. */
export async function prune(): Promise<void> {
  const { KEEP_CONVS_DAYS, KEEP_ATTEMPTS_DAYS, KEEP_AUDIT_DAYS } = env();
  const deliveries = await pruneDeliveries();
  const events = await pruneEvents();
  const parkedStatuses = await pruneParkedStatuses();
  const providerCalls = await pruneProviderCalls();
  const bulkActions = await pruneBulkActions();
  const scheduled = await pruneScheduled();
  const drafts = await pruneDrafts();
  const answers = await pruneAnswers();
  const idempotencyKeys = await forgetIdempotencyKeys();
  const playground = await prunePlayground();
  const pushSubscriptions = await prunePushSubscriptions();
  const sessions = await pruneSessions();
  const mailedLinks = await pruneMailedLinks();
  const audit = await pruneAudit(KEEP_AUDIT_DAYS);
  const mailNotices = await pruneMailNotices();
  const convs = await pruneConvs(KEEP_CONVS_DAYS);
  const attempts = await pruneAttempts(KEEP_ATTEMPTS_DAYS);
  const uploads = await pruneUploads();
  log.info(
    {
      deliveries,
      events,
      parkedStatuses,
      providerCalls,
      bulkActions,
      scheduled,
      drafts,
      answers,
      idempotencyKeys,
      playground,
      pushSubscriptions,
      sessions,
      mailedLinks,
      audit,
      mailNotices,
      convs,
      attempts,
      uploads,
    },
    "pruned",
  );
}
