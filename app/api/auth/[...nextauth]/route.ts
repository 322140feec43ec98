import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions } from "../../../../server/auth/next-auth.ts";

// next-auth says `any` of its answer; in a route file it is a Response.
const handler = async (request: NextRequest, context: { params: Promise<{ nextauth: string[] }> }): Promise<Response> =>
  (await NextAuth(request, context, authOptions(request.headers))) as Response;

export { handler as GET, handler as POST };
