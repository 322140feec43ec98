/**
 * The floor of the live stream, in a separate process. A POST stores one row durably, gets its response, and is sent to every
 * listener of /events. No permissions, no cursor, no other process. Its tables are in the schema `bench_floor`.
 */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const database = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await database.query(
  `create schema if not exists bench_floor; drop table if exists bench_floor.told;
   create table bench_floor.told (id uuid primary key default gen_random_uuid(), content text not null)`,
);
const listeners = new Set<ServerResponse>();

async function tell(content: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>({
    name: "told",
    text: "insert into bench_floor.told (content) values ($1) returning id",
    values: [content],
  });
  const id = rows[0]?.id ?? "";
  const change = { name: "INCOMING_MESSAGE", convId: id, clientId: id, messageId: id, gone: false };
  const text = `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
  for (const listener of listeners) listener.write(text);
  return id;
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-store" });
    response.write("event: ready\ndata: {}\n\n");
    listeners.add(response);
    response.once("close", () => listeners.delete(response));
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { content } = JSON.parse(Buffer.concat(chunks).toString()) as { content: string };
    void tell(content).then((messageId) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ messageId }));
    });
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
