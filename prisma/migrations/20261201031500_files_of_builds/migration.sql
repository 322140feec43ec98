-- Files of the last builds, for pages that ask a process of another build.
CREATE TABLE "BuildFile" (
    "name" TEXT NOT NULL,
    "build" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BuildFile_pkey" PRIMARY KEY ("name","build")
);
