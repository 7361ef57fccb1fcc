/** Which statements the embedded store carries out on a full disk: those that are known to write nothing. */
import { expect, test } from 'vitest'
import { writesNothing } from './embedded-thread.ts'

test.each([
  ['select 1', true],
  ['  SELECT * from journal where for_update = 1', true],
  ['show server_version', true],
  ['explain select 1', true],
  ['explain analyze insert into journal values (1)', false],
  ['explain (costs off, analyze) delete from journal', false],
  ['select epoch from fence where id = 1 for update', false],
  ['select 1 from users where user_id = $1\n  for no key update', false],
  ['select 1 from users for share', false],
  ['with gone as (delete from users returning 1) select * from gone', false],
  ['insert into users values (1)', false],
])('%s writes nothing: %s', (sql, expected) => expect(writesNothing(sql)).toBe(expected))
