/**
 * The floor: node:http and `pg`, one statement per request. `FLOOR` has the statements' parameters. Each path runs one
 * statement. The requests are the same as the product's.
 */
import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";
import { v7 as uuidv7 } from "uuid";
import { ADD, CALL, LIST, ONE, RECEIVE } from "./floor-sql.ts";

/** The same number of connections as a product process. */
const CONNECTIONS = 20;
const PAGE = 50;

type Settings = { url: string; workspaceId: number; channelId: string; secret: string };
const { url, workspaceId, channelId, secret } = JSON.parse(process.env.FLOOR ?? "{}") as Settings;
const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS });

type Body = { senderId: string; messageId: string; content: string };
type Question = { variables: { input: { convId: string; id: string; content: string } } };

async function query(name: string, text: string, values: unknown[]): Promise<Record<string, unknown>[]> {
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values });
  return rows;
}

const newIds = (count: number) => Array.from({ length: count }, () => uuidv7());
const inputOf = (bytes: Buffer) => (JSON.parse(bytes.toString()) as Question).variables.input;

const PATHS: Record<string, (bytes: Buffer, request: IncomingMessage) => Promise<unknown>> = {
  "/receive": async (bytes) => {
    const { senderId, messageId, content } = JSON.parse(bytes.toString()) as Body;
    const [row] = await query("receive", RECEIVE, [workspaceId, channelId, senderId, messageId, content, newIds(4)]);
    return { messageId: row?.message_id, conversationId: row?.conv_id, clientId: row?.contact_id };
  },
  "/add": async (bytes) => {
    const { convId, content } = inputOf(bytes);
    const [row] = await query("add", ADD, [workspaceId, convId, content, newIds(3)]);
    if (!row) throw new Error("no such conversation");
    return { data: { addMessage: row } };
  },
  "/list": async () => {
    const rows = await query("list", LIST, [workspaceId, PAGE + 1]);
    const nodes = rows.slice(0, PAGE);
    return { data: { convs: { nodes, pageInfo: { hasNextPage: rows.length > PAGE, endCursor: nodes.at(-1)?.id } } } };
  },
  "/one": async (bytes) => {
    const [conv] = await query("one", ONE, [workspaceId, inputOf(bytes).id]);
    return { data: { conv } };
  },
  "/call": async (bytes, { headers }) => {
    const signature = createHmac("sha256", secret).update(bytes).digest("hex");
    if (headers["x-hub-signature-256"] !== `sha256=${signature}`) throw new Error("not signed");
    await query("call", CALL, [uuidv7(), channelId, bytes]);
    return {};
  },
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const handle = PATHS[request.url ?? ""];
    if (!handle) return void response.writeHead(404).end();
    handle(Buffer.concat(chunks), request).then(
      (body) => {
        const text = JSON.stringify(body);
        const length = Buffer.byteLength(text);
        response.writeHead(200, { "content-type": "application/json", "content-length": length }).end(text);
      },
      (error: unknown) => {
        const text = String(error);
        response.writeHead(500, { "content-length": Buffer.byteLength(text) }).end(text);
      },
    );
  });
}

const server = createServer(answer);
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
