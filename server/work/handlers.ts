import { embedSource, embedStaleSources } from "../assistants/knowledge/embed-source.ts";
import { runEvals } from "../assistants/evals/run-evals.ts";
import { readSource } from "../assistants/knowledge/read-source.ts";
import { refreshDueSources } from "../assistants/knowledge/refresh-sources.ts";
import { forgetAnswers } from "../assistants/turns/forget-answers.ts";
import { importContacts } from "../clients/import-contacts.ts";
import { closeExpiredConvs } from "../conversations/close-expired-convs.ts";
import { handOverConvsOfAi } from "../conversations/hand-over-convs-of-ai.ts";
import { releaseConvs } from "../conversations/release-convs.ts";
import { runBulkAction } from "../bulk/run-bulk-action.ts";
import { sendGesture } from "../sending/send-gesture.ts";
import { setSlaDue } from "../conversations/set-sla-due.ts";
import { wakeConvs } from "../conversations/wake-convs.ts";
import { checkChannels } from "../integrations/check-channels.ts";
import { endPassedStops } from "../integrations/end-account-stops.ts";
import { mailChannelError } from "../integrations/mail-channel-error.ts";
import { refreshUsedTemplates } from "../integrations/refresh-used-templates.ts";
import { log } from "../log.ts";
import { measureTables } from "../measure-tables.ts";
import { findPushes } from "../notices/find-pushes.ts";
import { mailClosingWindows, pushClosingWindows } from "../notices/closing-windows.ts";
import { mailNotices, planNoticeEmails } from "../notices/mail-notices.ts";
import { sendPush } from "../notices/send-push.ts";
import { notifySlaRisks } from "../notices/notify-sla-risks.ts";
import { runErasure } from "../privacy/run-erasure.ts";
import { runExport } from "../privacy/run-export.ts";
import { mailExpiringKey, noteExpiringKeys } from "../api-keys/mail-expiring-keys.ts";
import { mailInvitation } from "../workspaces/mail-invitation.ts";
import { mailLink } from "../workspaces/mail-link.ts";
import { prune } from "./handlers/prune.ts";
import type { JobName, JobPayload } from "./queue.ts";

/** The function of each queue (queue.ts). A failed job is retried. A job whose worker stopped continues where it was. */
export const HANDLERS: { [Name in JobName]: (payload: JobPayload<Name>) => Promise<unknown> } = {
  "check-channels": async () => {
    await endPassedStops();
    const found = await checkChannels();
    if (found.checked > 0) log.info(found, "channels checked");
  },
  "close-expired-convs": closeExpiredConvs,
  "embed-source": ({ workspaceId, sourceId }) => embedSource(workspaceId, sourceId),
  "erase-client": ({ workspaceId, requestId }) => runErasure(workspaceId, requestId),
  "export-client-data": ({ workspaceId, requestId }) => runExport(workspaceId, requestId),
  "forget-answers": ({ workspaceId, messageId }) => forgetAnswers(workspaceId, messageId),
  "hand-over-convs-of-ai": ({ workspaceId, aiId }) => handOverConvsOfAi(workspaceId, aiId),
  "import-contacts": ({ workspaceId, jobId }) => importContacts(workspaceId, jobId),
  "mail-channel-error": mailChannelError,
  "mail-expiring-key": mailExpiringKey,
  "mail-invitation": mailInvitation,
  "mail-link": ({ linkId }) => mailLink(linkId),
  "mail-notices": mailNotices,
  "plan-letters": async () => {
    // A fault of one must not hold up the other.
    const done = await Promise.allSettled([planNoticeEmails(), noteExpiringKeys()]);
    for (const each of done) if (each.status === "rejected") throw each.reason;
  },
  prune,
  push: sendPush,
  "push-closing-windows": async () => {
    await pushClosingWindows();
    await mailClosingWindows();
  },
  "read-source": ({ workspaceId, sourceId }) => readSource(workspaceId, sourceId),
  // Also embeds sources without vectors of the operator's model: the model is new, was changed, or was unavailable for long.
  "refresh-sources": async () => {
    await refreshDueSources();
    while ((await embedStaleSources()) > 0);
  },
  "refresh-templates": () => refreshUsedTemplates(),
  "release-convs": releaseConvs,
  "run-bulk-action": ({ workspaceId, bulkId }) => runBulkAction(workspaceId, bulkId),
  "run-evals": ({ workspaceId, runId }) => runEvals(workspaceId, runId),
  "send-gesture": sendGesture,
  "set-sla-due": setSlaDue,
  "tell-sla-risks": notifySlaRisks,
};

/** What every worker checks more often than once a minute. `everyMs` in milliseconds; `look` returns whether to check again at once. */
export const LOOKS = {
  // The pause gives an open browser tab time to notify its user first.
  "find-pushes": { everyMs: 1_500, look: async () => (await findPushes()).isBehind },
  "measure-tables": {
    everyMs: 2_000,
    look: async () => {
      const tables = await measureTables();
      if (tables.length > 0) log.debug({ tables }, "measured tables that have grown");
      return false;
    },
  },
  "wake-convs": {
    everyMs: 2_000,
    look: async () => {
      await wakeConvs();
      return false;
    },
  },
} satisfies Record<string, { everyMs: number; look: () => Promise<boolean> }>;
