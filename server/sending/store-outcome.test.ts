import { afterEach, beforeEach, expect, test } from "vitest";
import { database } from "../db.ts";
import { startSending } from "../work/handlers/send-messages.ts";
import type { WorkPool } from "../work/pool.ts";
import { createTestClient, createTestConv, createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { eventually, startReceiver, type Receiver } from "../testing/receiver.ts";
import { addMessage } from "../messages/add-message.ts";

/** How often the database refuses to store an attempt's end. A sequence counts, because it keeps its value after a rollback. */
const REFUSALS = 3;

let worker: WorkPool;
let receiver: Receiver;
beforeEach(async () => {
  await database().$executeRaw`create sequence stores`;
  await database().$executeRawUnsafe(`
    create function refuse_first_stores() returns trigger language plpgsql as $$
    begin
      if nextval('stores') <= ${REFUSALS} then raise exception 'no room left'; end if;
      return new;
    end $$`);
  await database().$executeRaw`
    create trigger refuse_first_stores before update on "SendAttempt" for each row execute function refuse_first_stores()`;
});
afterEach(async () => {
  await worker.stop(1_000);
  await receiver.close();
});

test("an outcome that the database does not take at first is stored as soon as it does, and nobody is asked twice", async () => {
  receiver = await startReceiver((_, response) => response.end('{"externalMessageId":"ext-1"}'));
  const { ctx, workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId, { endpoint: receiver.url });
  const { id: clientId } = await createTestClient(workspaceId);
  const { id: convId } = await createTestConv(workspaceId, { integrationId, clientId });
  const { id } = await addMessage(ctx, { convId, content: "Hello", type: "text" });
  worker = startSending(50);
  const read = () => database().message.findFirstOrThrow({ where: { workspaceId, id }, include: { attempts: true } });
  // Long before the lease expires.
  await eventually(async () => (await read()).status === "sent", 10_000);
  expect(await read()).toMatchObject({
    externalMessageId: "ext-1",
    attempts: [{ attemptNo: 1, outcome: "accepted", error: null }],
  });
  expect(receiver.received).toHaveLength(1);
  const [stores] = await database().$queryRaw<{ count: number }[]>`select last_value::int as count from stores`;
  expect(stores).toEqual({ count: REFUSALS + 1 });
}, 40_000);
