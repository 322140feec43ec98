import DataLoader from "dataloader";
import { v7 as uuidv7 } from "uuid";
import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";

type Row = { workspaceId: number; id: string; integrationId: string; body: Uint8Array };

/** Calls with bodies up to this size are stored together, in bytes; larger ones alone. */
const SMALL_BYTES = 64 * 1024;

/** The insert under way: what comes meanwhile is stored together by the next. */
let underWay: Promise<unknown> = Promise.resolve();

const together = new DataLoader(
  (rows: readonly Row[]) => {
    const inserted = insert(rows);
    underWay = inserted.catch(() => undefined);
    return inserted.then(() => rows.map(() => true));
  },
  { cache: false, maxBatchSize: 100, batchScheduleFn: (run) => void underWay.then(run) },
);

/**
 * Stores a provider's call for the channels that it concerns, as it came; when this resolves it is durable, and the provider can be
 * told so. Its contents are taken by a worker, which is woken. One statement, together with other calls that come at the time.
 */
export async function storeProviderCall(
  channels: readonly Pick<Integration, "workspaceId" | "id">[],
  body: Uint8Array,
): Promise<void> {
  const rows = channels.map(({ workspaceId, id: integrationId }) => ({
    workspaceId,
    id: uuidv7(),
    integrationId,
    body,
  }));
  if (body.byteLength > SMALL_BYTES || rows.length > 1) await insert(rows);
  else await Promise.all(rows.map((row) => together.load(row)));
  signal(["calls"], pool());
}

async function insert(rows: readonly Row[]): Promise<void> {
  await pool().query({
    name: "store-provider-calls",
    text: `
      insert into "ProviderCall" ("workspaceId", id, "integrationId", body)
      select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bytea[])`,
    values: [
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ id }) => id),
      rows.map(({ integrationId }) => integrationId),
      rows.map(({ body }) => body),
    ],
  });
}
