import { pruneAudit } from "../../auth/prune-audit.ts";
import { claimTurns } from "../../assistants/turns/claim-turns.ts";
import { pruneConvs } from "../../assistants/turns/prune-convs.ts";
import { replayChats } from "../../assistants/playground/replay-chats.ts";
import { launchDueBroadcasts } from "../../broadcasts/launch-due-broadcasts.ts";
import { runBroadcasts } from "../../broadcasts/run-broadcasts.ts";
import { claimMediaCopies } from "../../inbox/claim-media-copies.ts";
import { claimProviderCalls } from "../../inbox/claim-provider-calls.ts";
import { claimScheduled } from "../../inbox/claim-scheduled.ts";
import { claimReplies, claimSends } from "../../inbox/claim-sends.ts";
import { deliverMessage, openCredentials } from "../../inbox/deliver-message.ts";
import { pruneAttempts } from "../../inbox/prune-attempts.ts";
import { sweepConvsOfAi } from "../../inbox/sweep-convs-of-ai.ts";
import { sweepBulkActions } from "../../inbox/sweep-bulk-actions.ts";
import { sweepGestures } from "../../inbox/sweep-gestures.ts";
import { sweepSends } from "../../inbox/sweep-sends.ts";
import { sweepEvals } from "../../assistants/evals/sweep-evals.ts";
import { sweepSources } from "../../assistants/knowledge/sweep-sources.ts";
import { sweepImports } from "../../clients/sweep-imports.ts";
import { checkAllChannels } from "../../jobs/handlers/check-channels.ts";
import { closeExpired } from "../../jobs/handlers/close-expired-convs.ts";
import { eraseData } from "../../jobs/handlers/erase-client.ts";
import { exportData } from "../../jobs/handlers/export-client-data.ts";
import { forgetAnswersAbout } from "../../jobs/handlers/forget-answers.ts";
import { handOverOfAi } from "../../jobs/handlers/hand-over-convs-of-ai.ts";
import { importContacts } from "../../jobs/handlers/import-contacts.ts";
import { mailAdmin } from "../../jobs/handlers/mail-channel-error.ts";
import { mailInvited } from "../../jobs/handlers/mail-invitation.ts";
import { mailLinkOf } from "../../jobs/handlers/mail-link.ts";
import { mailNoticesOf } from "../../jobs/handlers/mail-notices.ts";
import { planLetters } from "../../jobs/handlers/plan-letters.ts";
import { prune } from "../../jobs/handlers/prune.ts";
import { pushWindows } from "../../jobs/handlers/push-closing-windows.ts";
import { push } from "../../jobs/handlers/push.ts";
import { embedSourceOf } from "../../jobs/handlers/embed-source.ts";
import { readSourceOf } from "../../jobs/handlers/read-source.ts";
import { refreshSources } from "../../jobs/handlers/refresh-sources.ts";
import { refreshTemplatesHourly } from "../../jobs/handlers/refresh-templates.ts";
import { release } from "../../jobs/handlers/release-convs.ts";
import { runBulk } from "../../jobs/handlers/run-bulk-action.ts";
import { runEvals } from "../../jobs/handlers/run-evals.ts";
import { sendGestures } from "../../jobs/handlers/send-gesture.ts";
import { setSlaDueOf } from "../../jobs/handlers/set-sla-due.ts";
import { tellRisks } from "../../jobs/handlers/tell-sla-risks.ts";
import { eraseClient } from "../../privacy/erase-client.ts";
import { exportClientData } from "../../privacy/export-client-data.ts";
import { sweepDataRequests } from "../../privacy/sweep-data-requests.ts";
import { measureTables } from "../../measure-tables.ts";
import { findPushes, prepareFindingPushes } from "../../notices/find-pushes.ts";
import { claimDeliveries } from "../../webhooks/claim-deliveries.ts";
import { deliverWebhook } from "../../webhooks/deliver-webhook.ts";
import { fanOutEvents, prepareFanOut } from "../../webhooks/fan-out.ts";
import { recoverMailedLinks } from "../../auth/recover-mailed-links.ts";
import { sweepInvitations } from "../../workspaces/sweep-invitations.ts";
import { wakeConvs } from "../../inbox/wake-convs.ts";
import { testCtx } from "../factories.ts";
import type { World } from "../isolation/world.ts";

const NOBODY: ReadonlyMap<string, number> = new Map();
const going = new AbortController().signal;

/**
 * What a worker asks the database for, by the file of server/jobs/handlers that asks it; a file without an entry fails the test. Work
 * that waits is claimed, and one of it done.
 */
export const JOBS: Record<string, (world: World) => Promise<unknown>> = {
  "answer-turns": () => claimTurns(NOBODY, 32),
  "check-channels": () => checkAllChannels(),
  "close-expired-convs": () => closeExpired(),
  "copy-media": () => claimMediaCopies(NOBODY, 32),
  "deliver-webhooks": async () => {
    for (const delivery of (await claimDeliveries(NOBODY, 100)).slice(0, 1)) await deliverWebhook(delivery, going, 1);
  },
  "erase-client": async ({ workspaceId, newConv }) => {
    const { clientId } = await newConv();
    const { id: requestId } = await eraseClient(testCtx(workspaceId), { id: clientId });
    await eraseData({ workspaceId, requestId });
  },
  "export-client-data": async ({ workspaceId, newConv }) => {
    const { clientId } = await newConv();
    const { id: requestId } = await exportClientData(testCtx(workspaceId), { id: clientId });
    await exportData({ workspaceId, requestId });
  },
  "fan-out-events": async () => {
    await prepareFanOut();
    await fanOutEvents();
  },
  "find-pushes": async () => {
    await prepareFindingPushes();
    await findPushes();
  },
  "forget-answers": ({ workspaceId, ids }) => forgetAnswersAbout({ workspaceId, messageId: ids.message }),
  "hand-over-convs-of-ai": ({ workspaceId, ids }) => handOverOfAi({ workspaceId, aiId: ids.assistant }),
  "import-contacts": ({ workspaceId, ids }) => importContacts({ workspaceId, jobId: ids.importJob }),
  "mail-channel-error": ({ workspaceId, userId, ids }) =>
    mailAdmin({ workspaceId, userId, integrationId: ids.integration }),
  "mail-invitation": ({ workspaceId, ids }) => mailInvited({ workspaceId, invitationId: ids.invitation }),
  "mail-link": ({ ids }) => mailLinkOf({ linkId: ids.stranger }),
  "mail-notices": ({ workspaceId, userId, ids }) => mailNoticesOf({ workspaceId, userId, letterId: ids.stranger }),
  "measure-tables": () => measureTables(),
  "plan-letters": () => planLetters(),
  prune: async () => {
    await prune();
    // What is deleted only where the operator says so.
    await pruneConvs(40, 1);
    await pruneAttempts(40);
    await pruneAudit(400);
  },
  "push-closing-windows": () => pushWindows(),
  push: ({ workspaceId, userId, ids }) =>
    push({
      workspaceId,
      endpointHash: "nowhere",
      userId,
      event: "mention",
      convId: ids.conv,
      messageId: ids.message,
      at: new Date().toISOString(),
    }),
  "read-source": async ({ workspaceId, newSource, newAssistant }) =>
    readSourceOf({ workspaceId, sourceId: await newSource(await newAssistant()) }),
  "embed-source": async ({ workspaceId, newSource, newAssistant }) =>
    embedSourceOf({ workspaceId, sourceId: await newSource(await newAssistant()) }),
  "refresh-sources": () => refreshSources(),
  "refresh-templates": () => refreshTemplatesHourly(),
  "release-convs": () => release(),
  "replay-playground": () => replayChats(),
  "run-broadcasts": async () => {
    await launchDueBroadcasts();
    await runBroadcasts();
  },
  "run-bulk-action": ({ workspaceId, ids }) => runBulk({ workspaceId, bulkId: ids.bulkAction }),
  "run-evals": ({ workspaceId, ids }) => runEvals({ workspaceId, runId: ids.evalRun }),
  "send-gesture": ({ workspaceId, ids }) => sendGestures({ workspaceId, messageId: ids.message, kind: "read" }),
  "send-messages": async ({ workspaceId, ids }) => {
    await claimReplies([{ workspaceId, integrationId: ids.integration, slots: 5 }]);
    const { sends } = await claimSends(NOBODY, 100, 1_000);
    for (const send of sends.slice(0, 1)) await deliverMessage(send, going, openCredentials(send));
  },
  "send-scheduled": () => claimScheduled(8),
  "set-sla-due": ({ workspaceId }) => setSlaDueOf({ workspaceId }),
  sweep: async () => {
    await sweepSends();
    await sweepGestures();
    await sweepImports();
    await sweepInvitations();
    await recoverMailedLinks();
    await sweepSources();
    await sweepBulkActions();
    await sweepConvsOfAi();
    await sweepEvals();
    await sweepDataRequests();
  },
  "take-calls": () => claimProviderCalls([], 32),
  "tell-sla-risks": () => tellRisks(),
  "wake-convs": () => wakeConvs(),
};
