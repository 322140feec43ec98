import { database } from "../db.ts";
import { linkToken } from "../auth/mailed-link.ts";

/** The token of the newest link that was mailed, or waits to be mailed, to an address. */
export async function newestLinkTo(email: string): Promise<{ id: string; token: string }> {
  const { id } = await database().mailedLink.findFirstOrThrow({ where: { email }, orderBy: { id: "desc" } });
  return { id, token: linkToken(id) };
}

let caller = 0;

/** Posts a form as a page before the portal does, each from an address of its own unless one is given. */
export async function postTo(
  door: (request: Request) => Promise<Response>,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const address = `2001:db8:${(caller += 1).toString(16)}::1`;
  const response = await door(
    new Request("http://localhost:3000/api/form", {
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
