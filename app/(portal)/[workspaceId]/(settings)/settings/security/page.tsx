import { pageTitle } from "../../../../../../components/i18n/page-title.ts";
import { SecurityPage } from "../../../../../../components/settings/security-page.tsx";
import { paths } from "../../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("security");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.settings(Number(workspaceId), "security")));
  return <SecurityPage />;
}
