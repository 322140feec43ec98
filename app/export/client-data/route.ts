import { exportClientArchive } from "../../../server/rest/export-client-data.ts";

export const dynamic = "force-dynamic";

export { exportClientArchive as GET };
