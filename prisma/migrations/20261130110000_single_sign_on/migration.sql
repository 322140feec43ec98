-- Single sign-on: a company's own provider signs in the people with an email of its domain.
CREATE TABLE "SsoDomain" (
    "workspaceId" INTEGER NOT NULL,
    "id" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" TEXT NOT NULL,
    "defaultRole" "Role" NOT NULL DEFAULT 'AGENT',
    "roleClaim" TEXT,
    "roles" JSONB NOT NULL DEFAULT '[]',
    "isRequired" BOOLEAN NOT NULL DEFAULT false,
    "verifiedAt" TIMESTAMPTZ(3),
    "lastSignInAt" TIMESTAMPTZ(3),
    "lastProblem" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SsoDomain_pkey" PRIMARY KEY ("workspaceId","id")
);

CREATE UNIQUE INDEX "SsoDomain_workspaceId_domain_key" ON "SsoDomain" ("workspaceId", "domain");

-- Only one workspace signs in the people of a domain.
CREATE UNIQUE INDEX "SsoDomain_domain_verified_key" ON "SsoDomain" ("domain") WHERE "verifiedAt" IS NOT NULL;

ALTER TABLE "Session" ADD COLUMN "ssoDomainId" UUID, ADD COLUMN "ssoSid" TEXT;
