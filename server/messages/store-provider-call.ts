import DataLoader from "dataloader";
import { pool } from "../db.ts";
import { signal } from "../events/signal.ts";
import type { Integration } from "../generated/prisma/client.ts";
import type { IntegrationType } from "../generated/prisma/enums.ts";
import { newId } from "../new-id.ts";
import { requestContextText } from "../observe/request-context.ts";

type Row = {
  workspaceId: number;
  id: string;
  integrationId: string;
  type: IntegrationType;
  credentials: string;
  body: Uint8Array;
  trail: string | null;
};

/** Calls with bodies up to this size, in bytes, share an insert. Larger ones are inserted alone. */
const SMALL_BYTES = 64 * 1024;

/** The current insert. Calls that arrive meanwhile share the next one. */
let underWay: Promise<unknown> = Promise.resolve();

const together = new DataLoader(
  (rows: readonly Row[]) => {
    const inserted = insert(rows);
    underWay = inserted.catch(() => undefined);
    return inserted.then((ids) => rows.map(({ id }) => ids.has(id)));
  },
  { cache: false, maxBatchSize: 100, batchScheduleFn: (run) => void underWay.then(run) },
);

/**
 * Stores a provider's call as received, for its channels. When this resolves the call is durable and can be acknowledged. Calls that
 * arrive at the same time share one statement. It wakes a worker, which processes the contents.
 * @param channels as they were read a moment ago.
 * @returns false if one of them was changed, disabled or deleted since. Then open the call again and store it again.
 */
export async function storeProviderCall(
  channels: readonly Pick<Integration, "workspaceId" | "id" | "type" | "credentials">[],
  body: Uint8Array,
): Promise<boolean> {
  const rows = channels.map(({ workspaceId, id: integrationId, type, credentials }) => ({
    workspaceId,
    id: newId(),
    integrationId,
    type,
    credentials,
    body,
    trail: requestContextText(),
  }));
  const isTogether = body.byteLength <= SMALL_BYTES && rows.length === 1;
  const stored = isTogether
    ? await Promise.all(rows.map((row) => together.load(row)))
    : await insert(rows).then((ids) => rows.map(({ id }) => ids.has(id)));
  signal(["calls"], pool());
  return stored.every(Boolean);
}

/** @returns the ids of the stored rows. */
async function insert(rows: readonly Row[]): Promise<Set<string>> {
  const inserted = await pool().query<{ id: string }>({
    name: "store-provider-calls",
    text: `
      insert into "ProviderCall" ("workspaceId", id, "integrationId", body, trail)
      select c."workspaceId", c.id, c."integrationId", c.body, c.trail
      from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bytea[], $5::"IntegrationType"[], $6::text[],
        $7::text[]) as c("workspaceId", id, "integrationId", body, type, credentials, trail)
      join "Integration" i on i."workspaceId" = c."workspaceId" and i.id = c."integrationId" and i.type = c.type
        and i.credentials = c.credentials and i.state <> 'disabled' and i."deletedAt" is null
      join "Workspace" w on w.id = c."workspaceId" and w."deletedAt" is null
      returning id`,
    values: [
      rows.map(({ workspaceId }) => workspaceId),
      rows.map(({ id }) => id),
      rows.map(({ integrationId }) => integrationId),
      rows.map(({ body }) => body),
      rows.map(({ type }) => type),
      rows.map(({ credentials }) => credentials),
      rows.map(({ trail }) => trail),
    ],
  });
  return new Set(inserted.rows.map(({ id }) => id));
}
