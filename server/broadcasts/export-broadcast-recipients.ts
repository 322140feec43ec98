import { audit } from "../auth/audit.ts";
import { csvCell, type CsvBatches } from "../clients/csv-cells.ts";
import { maskClient } from "../clients/mask-client.ts";
import type { Ctx } from "../ctx.ts";
import type { Client } from "../generated/prisma/client.ts";
import { clientName } from "../conversations/display-name.ts";
import { PAGE_MAX, type Page } from "../page.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import { listBroadcastRecipients, type Recipient, type RecipientOutcome } from "./list-broadcast-recipients.ts";

const HEADER = [
  "clientId",
  "externalClientId",
  "name",
  "phone",
  "outcome",
  "reason",
  "attempts",
  "updatedAt",
  "messageId",
  "convId",
];

/**
 * The outcome of each recipient as rows of a file, header first, in the order of broadcastRecipients. Rows are read while the file is
 * downloaded. The audit log records who exported it.
 * @param input.outcome only recipients with this outcome; null: all.
 * @throws AppError NOT_FOUND, before the first row.
 */
export const exportBroadcastRecipients = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (ctx, input: { broadcastId: string; outcome: RecipientOutcome | null }): Promise<CsvBatches> => {
    const { id } = await broadcastOr404(ctx, input.broadcastId);
    await audit(ctx, "exportBroadcastRecipients", id, { after: { outcome: input.outcome } });
    return batches();

    async function* batches(): AsyncGenerator<string[][]> {
      yield [HEADER];
      let after: string | null = null;
      do {
        const page: Page<Recipient> = await listBroadcastRecipients(ctx, { ...input, first: PAGE_MAX, after });
        const { nodes, pageInfo } = page;
        const clients = await clientsOf(ctx, nodes);
        if (nodes.length > 0) yield nodes.map((recipient) => cellsOf(recipient, clients.get(recipient.clientId)));
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
      } while (after !== null);
    }
  },
);

async function clientsOf(ctx: Ctx, recipients: readonly Recipient[]): Promise<Map<string, Client>> {
  const ids = recipients.map(({ clientId }) => clientId);
  const clients = await ctx.db.client.findMany({ where: { workspaceId: ctx.workspaceId, id: { in: ids } } });
  return new Map(clients.map((client) => [client.id, maskClient(ctx, client)]));
}

function cellsOf(recipient: Recipient, client: Client | undefined): string[] {
  const { clientId, outcome, reason, attempts, updatedAt, messageId, convId } = recipient;
  return [
    clientId,
    csvCell(client?.externalClientId ?? ""),
    csvCell(client ? clientName(client) : ""),
    csvCell(client?.phone ?? ""),
    outcome,
    csvCell(reason ?? ""),
    String(attempts),
    updatedAt?.toISOString() ?? "",
    messageId ?? "",
    convId ?? "",
  ];
}
