import { door } from "../../../server/http/door.ts";
import { exportContacts, exportContactsApi } from "../../../server/rest/export-contacts.ts";

export const GET = door({ api: exportContactsApi, handle: exportContacts });
