import { Prisma } from "./generated/prisma/client.ts";
import { inEnglish, type Said } from "./say.ts";

/** A failure as stored in rows: the English text, which the API returns, and the sentence. For statements that take JSON. */
export function errorOf(said: Said | null): { error: string | null; errorSaid: Said | null } {
  return { error: said && inEnglish(said), errorSaid: said };
}

/** `errorOf` for Prisma. */
export function errorColumns(said: Said | null): { error: string | null; errorSaid: Said | typeof Prisma.DbNull } {
  return { error: said && inEnglish(said), errorSaid: said ?? Prisma.DbNull };
}

export function lastErrorColumns(said: Said | null): {
  lastError: string | null;
  lastErrorSaid: Said | typeof Prisma.DbNull;
} {
  return { lastError: said && inEnglish(said), lastErrorSaid: said ?? Prisma.DbNull };
}
