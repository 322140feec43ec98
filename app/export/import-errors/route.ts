import { exportErrors } from "../../../server/rest/export-contacts.ts";

export const dynamic = "force-dynamic";

export { exportErrors as GET };
