import { exportRecipients } from "../../../server/rest/export-recipients.ts";

export const dynamic = "force-dynamic";

export { exportRecipients as GET };
