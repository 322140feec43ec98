import { BODY_BOUNDS } from "../../../../../server/http/body-bounds.ts";
import { door } from "../../../../../server/http/door.ts";
import { incomingMetaApp, metaAppHandshake } from "../../../../../server/rest/incoming-meta-app.ts";

export const GET = door({ handle: metaAppHandshake });
export const POST = door({ body: BODY_BOUNDS.provider, handle: incomingMetaApp });
