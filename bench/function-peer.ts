/**
 * The peer that keeps its books in the database: one PostgreSQL function an order, called by pgbench. The function does
 * what an order must do there: it looks for the request's key, locks the account, checks the margin, writes the order,
 * two ledger lines and the key, in one transaction.
 */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/** Clients of pgbench, each with a connection. */
export const FUNCTION_CLIENTS = 32

/** False where pgbench is not installed. */
export const hasPgbench = (): boolean => spawnSync('pgbench', ['--version']).status === 0

/** Makes tables and function in the schema `public`; gives what measures orders a second for `seconds` seconds. */
export async function openFunctionPeer(options: {
  readonly databaseUrl: string
  readonly folder: string
  readonly accounts: number
}): Promise<(seconds: number) => Promise<number>> {
  const { databaseUrl, folder, accounts } = options
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(TABLES)
  await client.query('insert into peer_accounts select at, 1000000000000000, 0 from generate_series(1, $1) at', [
    accounts,
  ])
  await client.end()
  const script = join(folder, 'order.sql')
  writeFileSync(script, `\\set account random(1, ${accounts})\nselect place_order(:account, gen_random_uuid());\n`)
  return async (seconds) => {
    const shape = ['-n', '-M', 'prepared', '-c', String(FUNCTION_CLIENTS), '-j', '1', '-T', String(seconds)]
    const { stdout } = await promisify(execFile)('pgbench', [...shape, '-f', script, databaseUrl])
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`pgbench says no rate: ${stdout}`)
    return Number(rate)
  }
}

const TABLES = `
create table peer_accounts (account int primary key, balance bigint not null, margin bigint not null);
create table peer_orders (order_id bigserial primary key, account int not null, instrument int not null,
  lots bigint not null, price bigint not null, margin bigint not null, fee bigint not null, at timestamptz not null);
create table peer_ledger (order_id bigint not null, line smallint not null, account int, amount bigint not null,
  primary key (order_id, line));
create table peer_requests (key uuid primary key, order_id bigint not null);
create function place_order(whose int, request uuid) returns bigint language plpgsql as $$
declare
  made bigint;
  free bigint;
begin
  select order_id into made from peer_requests where key = request;
  if found then return made; end if;
  select balance - margin into free from peer_accounts where account = whose for update;
  if free < 36170000 then raise exception 'margin'; end if;
  update peer_accounts set balance = balance - 35000, margin = margin + 36170000 where account = whose;
  insert into peer_orders (account, instrument, lots, price, margin, fee, at)
    values (whose, 1, 100, 108510, 36170000, 35000, now()) returning order_id into made;
  insert into peer_ledger values (made, 0, whose, -35000), (made, 1, null, 35000);
  insert into peer_requests values (request, made);
  return made;
end $$;
`
