ALTER TABLE "payees" ADD COLUMN "code" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "protocol" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "deposits_finished" ON "deposits" USING btree ("ended_at") WHERE status = 1;--> statement-breakpoint
CREATE INDEX "withdrawals_paid" ON "withdrawals" USING btree ("ended_at") WHERE state = 'paid';