CREATE TABLE "identities" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"status" smallint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit" (
	"entry_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"who" text NOT NULL,
	"role" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"before" text,
	"after" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "claims" (
	"key" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"kind" text NOT NULL,
	"record" integer NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deposits" (
	"deposit_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deposits_deposit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" smallint NOT NULL,
	"channel" integer NOT NULL,
	"currency" text NOT NULL,
	"protocol" text NOT NULL,
	"paid_to" text NOT NULL,
	"units" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"amount" bigint NOT NULL,
	"tx_hash" text,
	"proof" text,
	"provider" text,
	"provider_reference" text,
	"flags" text NOT NULL,
	"status" smallint NOT NULL,
	"crediting" boolean NOT NULL,
	"credited" bigint,
	"remark" text NOT NULL,
	"decided_by" text,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE TABLE "payees" (
	"payee_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payees_payee_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" smallint NOT NULL,
	"currency" integer NOT NULL,
	"account" text NOT NULL,
	"canonical" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_address" text NOT NULL,
	"bank_swift" text NOT NULL,
	"payee_name" text NOT NULL,
	"created_at" bigint NOT NULL,
	"usable_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"provider" text NOT NULL,
	"notice_id" text NOT NULL,
	"deposit_id" integer NOT NULL,
	"outcome" text NOT NULL,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "payment_notices_provider_notice_id_pk" PRIMARY KEY("provider","notice_id")
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"withdrawal_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "withdrawals_withdrawal_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"type" smallint NOT NULL,
	"currency" text NOT NULL,
	"protocol" text NOT NULL,
	"payee_id" integer NOT NULL,
	"account" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_address" text NOT NULL,
	"bank_swift" text NOT NULL,
	"payee_name" text NOT NULL,
	"amount" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"usd_price" bigint NOT NULL,
	"received" bigint NOT NULL,
	"memo" text NOT NULL,
	"state" text NOT NULL,
	"intent" text,
	"refusal" text,
	"needs_two" boolean NOT NULL,
	"first_by" text,
	"first_at" bigint,
	"second_by" text,
	"second_at" bigint,
	"notes" text NOT NULL,
	"created_at" bigint NOT NULL,
	"approved_at" bigint,
	"ended_at" bigint
);
--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_kind","subject");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE INDEX "claims_at" ON "claims" USING btree ("at");--> statement-breakpoint
CREATE INDEX "deposits_user" ON "deposits" USING btree ("user_id","deposit_id");--> statement-breakpoint
CREATE INDEX "deposits_status" ON "deposits" USING btree ("status","deposit_id");--> statement-breakpoint
CREATE INDEX "deposits_crediting" ON "deposits" USING btree ("deposit_id") WHERE crediting;--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_tx_hash" ON "deposits" USING btree ("tx_hash") WHERE status in (0, 1);--> statement-breakpoint
CREATE UNIQUE INDEX "deposits_provider" ON "deposits" USING btree ("provider","provider_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payees_own" ON "payees" USING btree ("user_id","currency","canonical") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "payees_canonical" ON "payees" USING btree ("canonical");--> statement-breakpoint
CREATE INDEX "withdrawals_user" ON "withdrawals" USING btree ("user_id","withdrawal_id");--> statement-breakpoint
CREATE INDEX "withdrawals_state" ON "withdrawals" USING btree ("state","withdrawal_id");--> statement-breakpoint
CREATE INDEX "withdrawals_intent" ON "withdrawals" USING btree ("withdrawal_id") WHERE intent is not null;--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
