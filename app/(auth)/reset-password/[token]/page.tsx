import { AuthFrame } from "../../../../components/auth/auth-frame.tsx";
import { ResetPasswordForm } from "../../../../components/auth/reset-password-form.tsx";
import { secretPage } from "../../../../components/i18n/page-title.ts";
import { getPasswordReset } from "../../../../server/workspaces/reset-password.ts";

export const generateMetadata = () => secretPage("resetPassword");

export default async function ResetPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <AuthFrame>
      <ResetPasswordForm token={token} state={await getPasswordReset(token)} />
    </AuthFrame>
  );
}
