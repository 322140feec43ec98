import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { AgentsReportPage } from "../../../../../components/reports/agents-report-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("agentsReport");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.reports(Number(workspaceId), "agents")));
  return <AgentsReportPage />;
}
