import { parseSetCookie } from "cookie";

/** Sends a request. Redirects are not followed. */
type Send = (request: Request) => Promise<Response>;

/** What a browser does between two pages of a sign-in: it keeps cookies and follows redirects. One host. */
export class Browser {
  readonly #cookies = new Map<string, string>();
  readonly #send: Send;

  constructor(send: Send = (request) => fetch(request)) {
    this.#send = send;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...this.#cookies].map((pair) => pair.join("=")).join("; "));
    const response = await this.#send(new Request(url, { redirect: "manual", ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const { name, value = "", maxAge, expires } = parseSetCookie(line);
      if (value === "" || maxAge === 0 || (expires && expires.getTime() < Date.now())) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Follows redirects until an address that `isThere`, which is not opened. */
  async follow(url: string, isThere: (url: string) => boolean, init: RequestInit = {}): Promise<string> {
    let [at, more] = [url, init];
    for (let step = 0; step < 10; step++) {
      const response = await this.send(at, more);
      const to = response.headers.get("location");
      if (!to) throw new Error(`${at} answered ${response.status} without a redirect: ${await response.text()}`);
      at = new URL(to, at).href;
      if (isThere(at)) return at;
      more = {};
    }
    throw new Error("too many redirects");
  }
}
