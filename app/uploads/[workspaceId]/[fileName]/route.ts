import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../server/http/cors.ts";
import { door } from "../../../../server/http/door.ts";
import { getUpload, putUpload } from "../../../../server/rest/uploads.ts";

export const GET = door({ name: "uploads", handle: getUpload });
export const PUT = door({ name: "uploads", body: BODY_BOUNDS.upload, handle: putUpload });
export const OPTIONS = door({ name: "uploads", handle: preflight });
