import { door } from "../../../server/http/door.ts";
import { apiViewer } from "../../../server/rest/api-viewer.ts";

export const GET = door({ saysItself: true, handle: apiViewer });
