import pg from "pg";
import { Prisma } from "./generated/prisma/client.ts";

/** Whether it was undone because it and another transaction waited for each other: whoever asks again finds the other one done. */
export function isDeadlock(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === "40P01";
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  // P2010: the same from a raw statement, which names Postgres's own code.
  return error.code === "P2034" || (error.code === "P2010" && JSON.stringify(error.meta ?? {}).includes("40P01"));
}
