import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "../env.ts";

/** A signed link that permits one action on one file until it expires. */
export type UploadLink = { workspaceId: number; fileName: string; expires: string; signature: string };

type Method = "GET" | "PUT";

/** The form of our file names. The storage is never searched for any other name. */
const FILE_NAME = /^[0-9a-f]{32}\.[a-z0-9]{1,5}$/;

/** Whether a text can be the name of an upload. `../x` and absolute paths cannot. */
export function looksLikeFileName(text: string): boolean {
  return FILE_NAME.test(text);
}

/** The address of an upload, readable with a session, an API key of its workspace or a signature. */
export function uploadUrl(workspaceId: number, fileName: string): string {
  return `${env().APP_URL}/uploads/${workspaceId}/${fileName}`;
}

/** An upload's address that works for anyone who has it, until `expiresAt`. */
export function signedUrl(method: Method, workspaceId: number, fileName: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  const query = new URLSearchParams({ expires, signature: sign(method, workspaceId, fileName, expires) });
  return `${uploadUrl(workspaceId, fileName)}?${query}`;
}

/** Whether we signed the link for this method, and it has not expired. */
export function linkHolds(method: Method, link: UploadLink, now: Date): boolean {
  const { workspaceId, fileName, expires, signature } = link;
  const wanted = Buffer.from(sign(method, workspaceId, fileName, expires));
  const given = Buffer.from(signature);
  return wanted.length === given.length && timingSafeEqual(wanted, given) && Number(expires) * 1000 > now.getTime();
}

/** The file of one of our addresses; null for any other address. */
export function fileOfUrl(url: string): { workspaceId: number; fileName: string } | null {
  const begin = `${env().APP_URL}/uploads/`;
  if (!url.startsWith(begin)) return null;
  const [workspaceId = "", fileName = "", ...more] = (url.slice(begin.length).split("?")[0] ?? "").split("/");
  if (more.length > 0 || !/^[1-9]\d{0,9}$/.test(workspaceId) || !looksLikeFileName(fileName)) return null;
  return { workspaceId: Number(workspaceId), fileName };
}

function sign(method: Method, workspaceId: number, fileName: string, expires: string): string {
  return createHmac("sha256", linkKey())
    .update([method, workspaceId, fileName, expires].join("\n"))
    .digest("base64url");
}

let key: Uint8Array | null = null;

/** A separate key, so these signatures are valid nowhere else. */
function linkKey(): Uint8Array {
  key ??= new Uint8Array(hkdfSync("sha256", env().NEXTAUTH_SECRET, "", "omnichannel upload links", 32));
  return key;
}
