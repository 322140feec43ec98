import pg from "pg";
import { Prisma } from "./generated/prisma/client.ts";

/** Whether a statement failed because a row with this key already exists. */
export function isUniqueViolation(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === "23505";
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: the same error from a raw statement. Its metadata has Postgres's own code.
  return error.code === "P2002" || (error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("23505"));
}
