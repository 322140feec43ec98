import { door } from "../../../server/http/door.ts";
import { exportRecipients } from "../../../server/rest/export-recipients.ts";

export const GET = door({ handle: exportRecipients });
