import { exportContacts } from "../../../server/rest/export-contacts.ts";

export const dynamic = "force-dynamic";

export { exportContacts as GET };
