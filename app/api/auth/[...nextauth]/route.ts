import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { authOptions, notJson, withLimit } from "../../../../server/auth/next-auth.ts";

// next-auth says `any` of its answer; in a route file it is a Response.
const handler = async (
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> => {
  const { headers } = request;
  try {
    return withLimit(headers, (await NextAuth(request, context, authOptions(headers))) as Response);
  } catch (error) {
    // It parses the body itself, and leaves what is no JSON to us.
    if (error instanceof SyntaxError) return notJson();
    throw error;
  }
};

export { handler as GET, handler as POST };
