-- CreateTable
CREATE TABLE "MailedLink" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "tokenHash" BYTEA NOT NULL,
    "fullName" TEXT,
    "workspaceName" TEXT,
    "passwordHash" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "mailedAt" TIMESTAMPTZ(3),
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MailedLink_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "MailedLink_tokenHash_idx" ON "MailedLink"("tokenHash");

-- CreateIndex
CREATE INDEX "MailedLink_email_idx" ON "MailedLink"("email");

-- CreateIndex
CREATE INDEX "MailedLink_expiresAt_idx" ON "MailedLink"("expiresAt");
