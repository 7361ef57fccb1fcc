ALTER TABLE "account_log" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "pay_url" text;--> statement-breakpoint
UPDATE "deposits" SET "status" = 4, "expires_at" = "created_at" + 3600000 WHERE "type" = 2 AND "status" = 0 AND NOT "crediting";
