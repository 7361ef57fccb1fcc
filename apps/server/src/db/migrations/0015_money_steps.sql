ALTER TABLE "files" ADD COLUMN "looks" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "first_by" text;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "first_at" bigint;--> statement-breakpoint
ALTER TABLE "deposits" ADD COLUMN "expires_at" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "two_limit" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "day_amount" bigint;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "payment_reference" text;--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_reference" ON "deposits" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "deposits_begun" ON "deposits" USING btree ("expires_at") WHERE status = 4;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_payment" ON "withdrawals" USING btree ("payment_reference");