import { pruneAudit } from "../../auth/prune.ts";
import { claimTurns } from "../../assistants/turns/claim-turns.ts";
import { pruneConvs } from "../../assistants/turns/prune-convs.ts";
import { replayChats } from "../../assistants/playground/replay-chats.ts";
import { launchDueBroadcasts } from "../../broadcasts/launch-due-broadcasts.ts";
import { runBroadcasts } from "../../broadcasts/run-broadcasts.ts";
import { claimMediaCopies } from "../../media/claim-media-copies.ts";
import { claimProviderCalls } from "../../messages/claim-provider-calls.ts";
import { claimScheduled } from "../../drafts/claim-scheduled.ts";
import { claimReplies, claimSends } from "../../sending/claim-sends.ts";
import { deliverMessage, openCredentials } from "../../sending/deliver-message.ts";
import { pruneAttempts } from "../../conversations/prune.ts";
import { HANDLERS, LOOKS } from "../../work/handlers.ts";
import { NETS } from "../../work/handlers/recover.ts";
import { eraseClient, exportClientData } from "../../privacy/data-request.ts";
import { claimDeliveries } from "../../webhooks/claim-deliveries.ts";
import { deliverWebhook } from "../../webhooks/deliver-webhook.ts";
import { fanOutEvents, prepareFanOut } from "../../webhooks/fan-out.ts";
import { testCtx } from "../factories.ts";
import type { World } from "../isolation/world.ts";

const NOBODY: ReadonlyMap<string, number> = new Map();
const going = new AbortController().signal;

/**
 * The database work of a worker, by the queue, the poll or the file of server/work/handlers that does it. The test fails for one
 * without an entry. Waiting work is claimed, and one item of it is done.
 */
export const JOBS: Record<string, (world: World) => Promise<unknown>> = {
  "answer-turns": () => claimTurns(NOBODY, 32),
  "check-channels": () => HANDLERS["check-channels"]({}),
  "close-expired-convs": () => HANDLERS["close-expired-convs"]({}),
  "copy-media": () => claimMediaCopies(NOBODY, 32),
  "deliver-webhooks": async () => {
    for (const delivery of (await claimDeliveries(NOBODY, 100)).slice(0, 1)) await deliverWebhook(delivery, going, 1);
  },
  "erase-client": async ({ workspaceId, newConv }) => {
    const { clientId } = await newConv();
    const { id: requestId } = await eraseClient(testCtx(workspaceId), { id: clientId });
    await HANDLERS["erase-client"]({ workspaceId, requestId });
  },
  "export-client-data": async ({ workspaceId, newConv }) => {
    const { clientId } = await newConv();
    const { id: requestId } = await exportClientData(testCtx(workspaceId), { id: clientId });
    await HANDLERS["export-client-data"]({ workspaceId, requestId });
  },
  "fan-out-events": async () => {
    await prepareFanOut();
    await fanOutEvents();
  },
  "find-pushes": async () => {
    await LOOKS["find-pushes"].look();
    await LOOKS["find-pushes"].look();
  },
  "forget-answers": ({ workspaceId, ids }) => HANDLERS["forget-answers"]({ workspaceId, messageId: ids.message }),
  "hand-over-convs-of-ai": ({ workspaceId, ids }) =>
    HANDLERS["hand-over-convs-of-ai"]({ workspaceId, aiId: ids.assistant }),
  "import-contacts": ({ workspaceId, ids }) => HANDLERS["import-contacts"]({ workspaceId, jobId: ids.importJob }),
  "mail-expiring-key": ({ workspaceId, userId, ids }) =>
    HANDLERS["mail-expiring-key"]({ workspaceId, userId, keyId: ids.apiKey }),
  "mail-channel-error": ({ workspaceId, userId, ids }) =>
    HANDLERS["mail-channel-error"]({ workspaceId, userId, integrationId: ids.integration }),
  "mail-invitation": ({ workspaceId, ids }) =>
    HANDLERS["mail-invitation"]({ workspaceId, invitationId: ids.invitation }),
  "mail-link": ({ ids }) => HANDLERS["mail-link"]({ linkId: ids.stranger }),
  "mail-notices": ({ workspaceId, userId, ids }) =>
    HANDLERS["mail-notices"]({ workspaceId, userId, letterId: ids.stranger }),
  "measure-tables": () => LOOKS["measure-tables"].look(),
  "plan-letters": () => HANDLERS["plan-letters"]({}),
  prune: async () => {
    await HANDLERS.prune({});
    // Deleted only if the operator configures it.
    await pruneConvs(40, 1);
    await pruneAttempts(40);
    await pruneAudit(400);
  },
  "push-closing-windows": () => HANDLERS["push-closing-windows"]({}),
  push: ({ workspaceId, userId, ids }) =>
    HANDLERS.push({
      workspaceId,
      endpointHash: "nowhere",
      userId,
      event: "mention",
      convId: ids.conv,
      messageId: ids.message,
      at: new Date().toISOString(),
    }),
  "read-source": async ({ workspaceId, newSource, newAssistant }) =>
    HANDLERS["read-source"]({ workspaceId, sourceId: await newSource(await newAssistant()) }),
  "embed-source": async ({ workspaceId, newSource, newAssistant }) =>
    HANDLERS["embed-source"]({ workspaceId, sourceId: await newSource(await newAssistant()) }),
  "refresh-sources": () => HANDLERS["refresh-sources"]({}),
  "refresh-templates": () => HANDLERS["refresh-templates"]({}),
  "release-convs": () => HANDLERS["release-convs"]({}),
  "replay-playground": () => replayChats(),
  "run-broadcasts": async () => {
    await launchDueBroadcasts();
    await runBroadcasts();
  },
  "run-bulk-action": ({ workspaceId, ids }) => HANDLERS["run-bulk-action"]({ workspaceId, bulkId: ids.bulkAction }),
  "run-evals": ({ workspaceId, ids }) => HANDLERS["run-evals"]({ workspaceId, runId: ids.evalRun }),
  "send-gesture": ({ workspaceId, ids }) =>
    HANDLERS["send-gesture"]({ workspaceId, messageId: ids.message, kind: "read" }),
  "send-messages": async ({ workspaceId, ids }) => {
    await claimReplies([{ workspaceId, integrationId: ids.integration, slots: 5 }]);
    const { sends } = await claimSends(NOBODY, 100, 1_000);
    for (const send of sends.slice(0, 1)) await deliverMessage(send, going, openCredentials(send));
  },
  "send-scheduled": () => claimScheduled(new Map(), 8),
  "set-sla-due": ({ workspaceId }) => HANDLERS["set-sla-due"]({ workspaceId }),
  recover: async () => {
    for (const [, find] of NETS) await find();
  },
  "take-calls": () => claimProviderCalls([], 32),
  "tell-sla-risks": () => HANDLERS["tell-sla-risks"]({}),
  "wake-convs": () => LOOKS["wake-convs"].look(),
};
