import { door } from "../../../../server/http/door.ts";
import { apiViewerFile } from "../../../../server/rest/api-viewer.ts";

export const GET = door({ saysItself: true, handle: apiViewerFile });
