import { AssistantSettingsPage } from "../../../../../components/assistants/assistant-settings-page.tsx";
import { pageTitle } from "../../../../../components/i18n/page-title.ts";
import { paths } from "../../../../../components/paths.ts";
import { requirePageSession } from "../../../../../server/for-pages.ts";

export const generateMetadata = () => pageTitle("assistant");

type Props = { params: Promise<{ workspaceId: string; aiId: string }> };

export default async function Page({ params }: Props) {
  const { workspaceId, aiId } = await params;
  await requirePageSession(paths.signIn(paths.assistant(Number(workspaceId), aiId)));
  return <AssistantSettingsPage aiId={aiId} />;
}
