import { BODY_BOUNDS } from "../../../../server/http/body-bounds.ts";
import { preflight } from "../../../../server/http/cors.ts";
import { door } from "../../../../server/http/door.ts";
import { getUpload, getUploadApi, putUpload, putUploadApi } from "../../../../server/rest/uploads.ts";

export const GET = door({ name: "uploads", api: getUploadApi, handle: getUpload });
export const PUT = door({ name: "uploads", body: BODY_BOUNDS.upload, api: putUploadApi, handle: putUpload });
export const OPTIONS = door({ name: "uploads", handle: preflight });
