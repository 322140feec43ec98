import { door } from "../../../server/http/door.ts";
import { exportClientArchive, exportClientDataApi } from "../../../server/rest/export-client-data.ts";

export const GET = door({ api: exportClientDataApi, handle: exportClientArchive });
