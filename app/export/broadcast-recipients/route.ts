import { door } from "../../../server/http/door.ts";
import { exportRecipients, exportRecipientsApi } from "../../../server/rest/export-recipients.ts";

export const GET = door({ api: exportRecipientsApi, handle: exportRecipients });
