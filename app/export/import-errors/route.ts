import { door } from "../../../server/http/door.ts";
import { exportErrors } from "../../../server/rest/export-contacts.ts";

export const GET = door({ handle: exportErrors });
