import { door } from "../../../server/http/door.ts";
import { exportErrors, exportErrorsApi } from "../../../server/rest/export-contacts.ts";

export const GET = door({ api: exportErrorsApi, handle: exportErrors });
