import { mcp } from "../../server/mcp/mcp.ts";

export const dynamic = "force-dynamic";

export { mcp as GET, mcp as POST, mcp as DELETE, mcp as OPTIONS };
