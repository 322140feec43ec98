DROP TABLE "SaidBackfill";
