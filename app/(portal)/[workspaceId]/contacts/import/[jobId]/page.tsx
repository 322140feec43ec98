import { ImportJobPage } from "../../../../../../components/contacts/import-job-page.tsx";
import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("import");

export default async function Page({ params }: { params: Promise<{ workspaceId: string; jobId: string }> }) {
  const { workspaceId, jobId } = await params;
  await requirePageSession(paths.signIn(paths.importContacts(Number(workspaceId), jobId)));
  return <ImportJobPage jobId={jobId} />;
}
