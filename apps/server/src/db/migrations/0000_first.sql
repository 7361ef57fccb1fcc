CREATE TABLE "account_log" (
	"account" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"balance_after" bigint NOT NULL,
	"order_id" bigint,
	"instrument" bigint,
	"at" bigint NOT NULL,
	"wall_time" bigint NOT NULL,
	CONSTRAINT "account_log_account_sequence_pk" PRIMARY KEY("account","sequence")
);
--> statement-breakpoint
CREATE TABLE "account_totals" (
	"account" bigint PRIMARY KEY NOT NULL,
	"book" text NOT NULL,
	"balance" bigint NOT NULL,
	"locked" bigint NOT NULL,
	"log_lines" bigint NOT NULL,
	"orders_ended" bigint NOT NULL,
	"profit" bigint NOT NULL,
	"fees" bigint NOT NULL,
	"swap" bigint NOT NULL,
	"stop_out_sequence" bigint,
	"stop_out_equity" bigint,
	"stop_out_margin_used" bigint
);
--> statement-breakpoint
CREATE TABLE "fence" (
	"id" smallint PRIMARY KEY NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "instrument_terms" (
	"instrument" bigint NOT NULL,
	"version" integer NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "instrument_terms_instrument_version_pk" PRIMARY KEY("instrument","version")
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"batch" bigint PRIMARY KEY NOT NULL,
	"first_event" bigint NOT NULL,
	"event_count" integer NOT NULL,
	"market_time" bigint NOT NULL,
	"wall_time" bigint NOT NULL,
	"epoch" bigint NOT NULL,
	"schema" integer NOT NULL,
	"events" "bytea" NOT NULL,
	"events_root" "bytea" NOT NULL,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"sequence" bigint NOT NULL,
	"line" smallint NOT NULL,
	"book" text NOT NULL,
	"purse" text NOT NULL,
	"account" bigint,
	"amount" bigint NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "ledger_entries_sequence_line_pk" PRIMARY KEY("sequence","line")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"order_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	CONSTRAINT "order_events_order_id_sequence_pk" PRIMARY KEY("order_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"account" bigint NOT NULL,
	"instrument" bigint NOT NULL,
	"status" smallint NOT NULL,
	"side" text NOT NULL,
	"pending" text,
	"lots" bigint NOT NULL,
	"leverage" integer NOT NULL,
	"target" bigint,
	"stop_loss" bigint,
	"take_profit" bigint,
	"placed_at" bigint NOT NULL,
	"placed_sequence" bigint NOT NULL,
	"placed_quote_seq" bigint,
	"placed_quote_bid" bigint,
	"placed_quote_ask" bigint,
	"placed_quote_time" bigint,
	"opened_at" bigint,
	"terms_version" integer,
	"open_price" bigint,
	"open_reference" bigint,
	"open_quote_seq" bigint,
	"open_quote_bid" bigint,
	"open_quote_ask" bigint,
	"open_quote_time" bigint,
	"open_conversion_numerator" bigint,
	"open_conversion_denominator" bigint,
	"open_conversion_instrument" bigint,
	"open_conversion_seq" bigint,
	"margin" bigint NOT NULL,
	"fee" bigint NOT NULL,
	"swap" bigint NOT NULL,
	"ended_at" bigint,
	"ended_sequence" bigint,
	"end_reason" text,
	"close_price" bigint,
	"close_reference" bigint,
	"close_quote_seq" bigint,
	"close_quote_bid" bigint,
	"close_quote_ask" bigint,
	"close_quote_time" bigint,
	"close_conversion_numerator" bigint,
	"close_conversion_denominator" bigint,
	"close_conversion_instrument" bigint,
	"close_conversion_seq" bigint,
	"profit" bigint NOT NULL,
	"stop_out_sequence" bigint,
	"stop_out_equity" bigint,
	"stop_out_margin_used" bigint
);
--> statement-breakpoint
CREATE TABLE "projection" (
	"id" smallint PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"batch" bigint NOT NULL,
	"sequence" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"key" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL,
	"answer" text,
	"refusal" text,
	"first_event" bigint NOT NULL,
	"event_count" integer NOT NULL,
	"wall_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"batch" bigint PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"state" "bytea" NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"wall_time" bigint NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "journal_first_event" ON "journal" USING btree ("first_event");--> statement-breakpoint
CREATE INDEX "ledger_entries_account" ON "ledger_entries" USING btree ("account","sequence");--> statement-breakpoint
CREATE INDEX "orders_history" ON "orders" USING btree ("account","ended_sequence");--> statement-breakpoint
CREATE INDEX "requests_wall_time" ON "requests" USING btree ("wall_time");