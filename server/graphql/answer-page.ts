import { env } from "../env.ts";
import { botServer } from "./bot-server.ts";
import { coreServer } from "./core-server.ts";
import type { PageDoor } from "./page-door.ts";

/** Answers a page in its own process as it would a browser: the same guard, without the journey. */
export const answerPage: PageDoor = async (path, body, cookie) => {
  const server = path === "/bot/gq" ? botServer : coreServer;
  const headers = {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    accept: "application/json",
    cookie,
  };
  const response = await server.fetch(new Request(new URL(path, env().APP_URL), { method: "POST", headers, body }));
  return response.json();
};
