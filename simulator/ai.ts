import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HttpError, sendJson } from "./http.ts";
import { openAiStandIn, type OpenAiStandIn } from "./openai.ts";
import { pineconeStandIn, type PineconeStandIn } from "./pinecone.ts";

/** The stand-ins for the assistants' providers. The simulator serves them on its own port under /openai/v1 and /pinecone. */
export type AiStandIns = {
  openAi: OpenAiStandIn;
  pinecone: PineconeStandIn;
  /** Serves paths that begin with /openai or /pinecone. */
  serve: (request: IncomingMessage, response: ServerResponse, pathname: string) => Promise<void>;
};

export function aiStandIns(): AiStandIns {
  const openAi = openAiStandIn();
  const pinecone = pineconeStandIn();
  return {
    openAi,
    pinecone,
    async serve(request, response, pathname) {
      const [, provider = ""] = pathname.split("/");
      const path = pathname.slice(provider.length + 1);
      if (provider === "openai") return openAi.serve(request, response, path);
      if (provider !== "pinecone") throw new HttpError(404, "There is nothing here");
      await pinecone.serve(request, response, `http://${request.headers.host}/pinecone`, path);
    },
  };
}

export type AiServer = AiStandIns & {
  /** For a provider_a's baseUrl, AI_BASE_URL and OPENAI_BASE_URL. */
  openAiUrl: string;
  /** For a provider_b's baseUrl and PINECONE_URL. */
  pineconeUrl: string;
  stop: () => Promise<void>;
};

/** Starts the same stand-ins on a separate port, for tests that need no customers. */
export async function startAi(): Promise<AiServer> {
  const standIns = aiStandIns();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://simulator");
    standIns.serve(request, response, pathname).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, error instanceof HttpError ? error.status : 500, { error: String(error) });
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...standIns,
    openAiUrl: `${url}/openai/v1`,
    pineconeUrl: `${url}/pinecone`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
