-- AlterEnum
ALTER TYPE "AnswerOutcome" ADD VALUE 'askedBack';
