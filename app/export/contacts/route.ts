import { door } from "../../../server/http/door.ts";
import { exportContacts } from "../../../server/rest/export-contacts.ts";

export const GET = door({ handle: exportContacts });
