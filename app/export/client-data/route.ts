import { door } from "../../../server/http/door.ts";
import { exportClientArchive } from "../../../server/rest/export-client-data.ts";

export const GET = door({ handle: exportClientArchive });
