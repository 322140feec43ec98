import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { AssistantsReportPage } from "../../../../../components/reports/assistants-report-page.tsx";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("assistantsReport");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.reports(Number(workspaceId), "assistants")));
  return <AssistantsReportPage />;
}
