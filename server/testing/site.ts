import { createHash } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A page of the site: its HTML, or a function that writes any other response. */
export type SitePage = string | ((response: ServerResponse) => void);

export type Site = {
  origin: string;
  /** Pages by path. A test can change and remove them while it runs. */
  pages: Map<string, SitePage>;
  /** Every request, oldest first. `isFresh`: the response was 304. */
  asked: { path: string; at: number; userAgent: string; isFresh: boolean }[];
  close: () => Promise<void>;
};

/** A web site on loopback with ETags. It responds with 404 for missing pages. */
export async function startSite(pages: Record<string, SitePage>): Promise<Site> {
  const held = new Map(Object.entries(pages));
  const asked: Site["asked"] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    const page = held.get(path);
    const entry = { path, at: performance.now(), userAgent: request.headers["user-agent"] ?? "", isFresh: false };
    asked.push(entry);
    if (page === undefined) return void response.writeHead(404).end("not here");
    if (typeof page !== "string") return page(response);
    const etag = `"${createHash("sha1").update(page).digest("hex")}"`;
    entry.isFresh = request.headers["if-none-match"] === etag;
    if (entry.isFresh) return void response.writeHead(304, { etag }).end();
    const contentType = path === "/robots.txt" ? "text/plain" : "text/html; charset=utf-8";
    response.writeHead(200, { "content-type": contentType, etag }).end(page);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: held,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export function sitePage(title: string, words: string, links: readonly string[] = [], head = ""): string {
  const menu = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join("");
  return `<!doctype html><title>${title}</title>${head}<nav><ul>${menu}</ul></nav><h1>${title}</h1><p>${words}</p>`;
}
