DROP INDEX "ledger_entries_account";--> statement-breakpoint
DROP INDEX "orders_history";--> statement-breakpoint
CREATE INDEX "orders_history" ON "orders" USING btree ("account","ended_sequence") WHERE status = 3;