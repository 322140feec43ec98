import { ImportPage } from "../../../../../components/contacts/import-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("importContacts");

export default async function Page({ params }: { params: Promise<{ workspaceId: string }> }) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.importContacts(Number(workspaceId))));
  return <ImportPage />;
}
