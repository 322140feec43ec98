import { BODY_BOUNDS } from "../../server/http/body-bounds.ts";
import { door } from "../../server/http/door.ts";
import { mcp } from "../../server/mcp/mcp.ts";

export const GET = door({ body: BODY_BOUNDS.modelContext, handle: mcp });
export const POST = door({ body: BODY_BOUNDS.modelContext, handle: mcp });
export const DELETE = door({ body: BODY_BOUNDS.modelContext, handle: mcp });
export const OPTIONS = door({ body: BODY_BOUNDS.modelContext, handle: mcp });
