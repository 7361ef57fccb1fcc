DROP INDEX "requests_wall_time";--> statement-breakpoint
CREATE INDEX "requests_wall_time" ON "requests" USING brin ("wall_time");