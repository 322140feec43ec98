import { NewAssistantPage } from "../../../../../components/assistants/new-assistant-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("newAssistant");

type Props = { params: Promise<{ workspaceId: string }> };

export default async function Page({ params }: Props) {
  const { workspaceId } = await params;
  await requirePageSession(paths.signIn(paths.newAssistant(Number(workspaceId))));
  return <NewAssistantPage />;
}
