import { database } from "../db.ts";
import { askApp } from "./ask-app.ts";
import { linkToken } from "../auth/mailed-link.ts";

/** The token of the newest link that was emailed, or waits to be emailed, to an address. */
export async function newestLinkTo(email: string): Promise<{ id: string; token: string }> {
  const { id } = await database().mailedLink.findFirstOrThrow({ where: { email }, orderBy: { id: "desc" } });
  return { id, token: linkToken(id) };
}

let caller = 0;

/** Posts a form as a page in front of the portal does. Each post uses its own IP address unless one is given. */
export async function postTo(path: string, body: unknown, headers: Record<string, string> = {}) {
  const address = `2001:db8:${(caller += 1).toString(16)}::1`;
  const response = await askApp(
    new Request(`http://localhost:3000${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address, ...headers },
      body: JSON.stringify(body),
    }),
  );
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown> & {
      error?: { code: string; message: string; fields?: { path: string }[] };
    },
  };
}
