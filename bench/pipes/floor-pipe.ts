/**
 * The floor of ingest and webhook, in a separate process: node:http, `pg`, one durable statement (message, conversation, event),
 * the response, and at once a signed request to the one subscriber. Finished deliveries are stored, several per statement. No
 * validation, no permissions, one subscriber. RECEIVER is the subscriber's address. Its tables are in the schema `bench_floor`.
 */
import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { Pool } from "undici";

const TABLES = `
create schema if not exists bench_floor;
drop table if exists bench_floor.conversation, bench_floor.message, bench_floor.event;
create table bench_floor.conversation (id bigserial primary key, sender text not null unique, "lastAt" timestamptz not null);
create table bench_floor.message (id bigserial primary key, "convId" bigint not null, content text not null, "createdAt" timestamptz not null default now());
create index on bench_floor.message ("convId", id);
create table bench_floor.event (id bigserial primary key, payload jsonb not null, "deliveredAt" timestamptz);
create index on bench_floor.event (id) where "deliveredAt" is null;`;

const RECEIVE = `
with conv as (
  insert into bench_floor.conversation (sender, "lastAt") values ($1, now()) on conflict (sender) do update set "lastAt" = now() returning id
), message as (
  insert into bench_floor.message ("convId", content) select id, $2 from conv returning id, "convId"
)
insert into bench_floor.event (payload) select jsonb_build_object('event', 'INCOMING_MESSAGE', 'messageId', id, 'convId', "convId", 'content', $2::text)
from message returning id, payload::text as payload`;

/** How long finished deliveries are batched, in milliseconds. */
const SETTLE_MS = 5;

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await database.query(TABLES);
const receiver = new URL(process.env.RECEIVER ?? "");
const subscriber = new Pool(receiver.origin, { connections: 64 });
let delivered: string[] = [];

setInterval(() => {
  if (delivered.length === 0) return;
  const ids = delivered;
  delivered = [];
  void database.query({
    name: "settle",
    text: `update bench_floor.event set "deliveredAt" = now() where id = any($1::bigint[])`,
    values: [ids],
  });
}, SETTLE_MS);

async function deliver({ id, payload }: { id: string; payload: string }): Promise<void> {
  const signature = createHmac("sha256", "bench").update(`${id}.${payload}`).digest("base64");
  const headers = { "content-type": "application/json", "webhook-id": id, "webhook-signature": `v1,${signature}` };
  const { body } = await subscriber.request({ path: receiver.pathname, method: "POST", headers, body: payload });
  await body.dump();
  delivered.push(id);
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { senderId, content } = JSON.parse(Buffer.concat(chunks).toString()) as { senderId: string; content: string };
    void database
      .query<{ id: string; payload: string }>({ name: "receive", text: RECEIVE, values: [senderId, content] })
      .then(({ rows: [event] }) => {
        if (!event) throw new Error("no event was stored");
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ id: event.id }));
        return deliver(event);
      });
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
