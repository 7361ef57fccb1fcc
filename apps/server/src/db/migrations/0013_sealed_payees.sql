DROP INDEX "payees_canonical";--> statement-breakpoint
DROP INDEX "payees_own";--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "account" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "canonical" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "bank_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "bank_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "bank_swift" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ALTER COLUMN "payee_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "account" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "bank_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "bank_address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "bank_swift" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "payee_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "withdrawals" ALTER COLUMN "memo" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "account_print" text;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
CREATE INDEX "payees_account" ON "payees" USING btree ("account_print");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_own" ON "payees" USING btree ("user_id","currency","account_print") WHERE deleted_at is null;