import pg from "pg";
import { Prisma } from "./generated/prisma/client.ts";

/** Whether the transaction was rolled back because of a deadlock. The other transaction goes on, so a retry succeeds. */
export function isDeadlock(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === "40P01";
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: the same error from a raw statement. Its metadata has Postgres's own code.
  return error.code === "P2034" || (error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("40P01"));
}
