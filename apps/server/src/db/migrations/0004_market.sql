CREATE TABLE "candles" (
	"instrument" integer NOT NULL,
	"minutes" smallint NOT NULL,
	"time" bigint NOT NULL,
	"open" bigint NOT NULL,
	"high" bigint NOT NULL,
	"low" bigint NOT NULL,
	"close" bigint NOT NULL,
	"volume" bigint NOT NULL,
	CONSTRAINT "candles_instrument_minutes_time_pk" PRIMARY KEY("instrument","minutes","time")
);
--> statement-breakpoint
CREATE TABLE "market_memory" (
	"name" text PRIMARY KEY NOT NULL,
	"value" bigint NOT NULL
);
