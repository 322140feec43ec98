import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { BroadcastsReportPage } from "../../../../../components/reports/broadcasts-report-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("broadcastsReport");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.reports(Number(workspaceId), "broadcasts")));
  return <BroadcastsReportPage />;
}
