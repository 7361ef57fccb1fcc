/**
 * An attacker who may change the tables of the store makes objects that change what the server reads and writes. The
 * start names the object and opens nothing. The same on both stores.
 */
import { openLocation, type StoreLocation, storeKinds } from '@veritick/testing/stores'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RowChanged, requireOwnObjects } from '../services/seals/index.ts'
import { describeStore, descriptionHash, OWN_DESCRIPTION_HASH, type Store, type Transaction } from '../store/index.ts'
import { openStore } from '../store/store.ts'

const STARTS = 240_000
const ELSEWHERE = 'create function evil.evil() returns integer language sql as $$ select 1 $$'
const TRIGGER = `create function evil_row() returns trigger language plpgsql as
  $$ begin new.credited = new.credited * 1000; return new; end $$`

const FOREIGN: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'a trigger',
    [TRIGGER, 'create trigger raised before update on deposits for each row execute function evil_row()'],
    /^function evil_row\(\) was not made by this server/,
  ],
  [
    'a trigger with a function of another schema',
    [
      'create schema evil',
      TRIGGER.replace('evil_row', 'evil.evil_row'),
      'create trigger raised before update on deposits for each row execute function evil.evil_row()',
    ],
    /^trigger raised of table deposits was not made by this server/,
  ],
  ['disabled triggers', ['alter table audit disable trigger user'], /^trigger audit_append_only of table audit was/],
  [
    'disabled triggers of foreign keys',
    ['alter table accounts disable trigger all'],
    /^disabled trigger of a constraint of table accounts was not made/,
  ],
  ['a missing trigger', ['drop trigger audit_append_only on audit'], /^trigger audit_append_only .* is missing/],
  [
    'another body of an own function',
    [
      `create or replace function refuse_change() returns trigger language plpgsql as
       $$ begin return null; end $$`,
    ],
    /^function refuse_change\(\) was changed: expected /,
  ],
  [
    'a view in the place of a table',
    ['alter table settings rename to settings_kept', 'create view settings as select * from settings_kept'],
    /^table settings was changed: expected "kind rp.*, found "kind vp/,
  ],
  ['a rule', ['create rule keeps as on delete to sessions do instead nothing'], /^rule keeps of table sessions was/],
  [
    'row security',
    ['alter table withdrawals enable row level security', 'alter table withdrawals force row level security'],
    /^table withdrawals was changed: .*row security false false.*row security true true/,
  ],
  ['a policy', ['create policy hides on withdrawals using (false)'], /^policy hides of table withdrawals was not made/],
  [
    'an heir, whose rows are read as those of the table',
    ['create table more () inherits (deposits)'],
    /^table (\w+\.)?more as an heir of table (\w+\.)?deposits was not made/,
  ],
  [
    'a default',
    ['create schema evil', ELSEWHERE, 'alter table staff alter totp_step set default evil.evil()'],
    /^column totp_step of table staff was changed: expected .*, found .*evil\.evil\(\)/,
  ],
  [
    'a generated column in the place of an own one',
    [
      'alter table corrections drop column remark cascade',
      `alter table corrections add column remark text not null generated always as ('x') stored`,
    ],
    /^column remark of table corrections was changed: .*generated s/,
  ],
  [
    'a condition that runs a function',
    ['create schema evil', ELSEWHERE, 'alter table users add constraint runs check (evil.evil() = 1)'],
    /^constraint runs of table users was not made/,
  ],
  [
    'a foreign key of another table that deletes with the customer',
    [
      'create schema evil',
      'create table evil.t (id integer references users (user_id) on delete cascade on update cascade)',
    ],
    /^constraint t_id_fkey of table (\w+\.)?t was not made/,
  ],
  [
    'a missing constraint',
    ['alter table deposits drop constraint deposits_amount'],
    /^constraint deposits_amount .* is missing/,
  ],
  ['a missing unique index', ['drop index deposits_payment'], /^index deposits_payment of table deposits is missing/],
  [
    'an index that runs a function',
    ['create schema evil', `${ELSEWHERE} immutable`, 'create index runs on users ((evil.evil()))'],
    /^index runs of table users was not made/,
  ],
  [
    'a function with the name of a built-in one and more exact types',
    ['create function unnest(bigint[]) returns setof bigint language sql as $$ select 1::bigint $$'],
    /^function unnest\(bigint\[\]\) was not made/,
  ],
  [
    'an operator with more exact types',
    [
      'create function same(text, text) returns boolean language sql as $$ select true $$',
      'create operator = (leftarg = text, rightarg = text, function = same)',
    ],
    /^(function same\(text, text\)|operator =) was not made/,
  ],
  ['a type', [`create domain money_amount as bigint`], /^type money_amount was not made/],
  [
    'another type of a column',
    ['create schema evil', 'create domain evil.whole as integer', 'alter table staff alter totp_step type evil.whole'],
    /^column totp_step of table staff was changed/,
  ],
  [
    'a collation',
    ['alter table users alter email type text collate "C"'],
    /^column email of table users was changed: .*collation true.*collation false/,
  ],
  ['a table that a crash empties', ['alter table notes set unlogged'], /^table notes was changed: expected "kind rp/],
]

/** Undoes what a test has changed. */
class Undone extends Error {}

/** A transaction within this one. */
const inside =
  (outer: Transaction): Store['transaction'] =>
  async (work) => {
    await outer.query('savepoint inside')
    try {
      return await work(outer)
    } catch (error) {
      await outer.query('rollback to savepoint inside')
      throw error
    }
  }

const KINDS = storeKinds()

describe.each(KINDS)('on the %s store', (kind) => {
  let location: StoreLocation
  let store: Store

  beforeAll(async () => {
    location = await openLocation(kind, ['simulated'])
    store = await openStore({ ...location, world: 'simulated' })
  }, STARTS)
  afterAll(async () => {
    await store.close()
    await location.clean()
  })

  /** The fault after these statements, which are undone. */
  async function faultAfter(statements: readonly string[], ownHash?: string): Promise<unknown> {
    let fault: unknown
    const undone = store.transaction(async (tx) => {
      for (const statement of statements) await tx.query(statement)
      const within = { ...tx, transaction: inside(tx) }
      fault = await requireOwnObjects({ store: within, ...(ownHash !== undefined && { ownHash }) }).catch(
        (error: unknown) => error,
      )
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
    return fault
  }

  test('an operator of a new store is not refused, and its description is the one that the start expects', async () => {
    // After a change of the tables this names the new value of OWN_DESCRIPTION_HASH.
    expect(descriptionHash(await describeStore(store.query))).toBe(OWN_DESCRIPTION_HASH)
    expect(await faultAfter([])).toBe(undefined)
  })

  test('an operator whose PostgreSQL spells expressions in another way is not refused', async () => {
    expect(await faultAfter([], 'the hash of another version')).toBe(undefined)
  })

  test('an operator who adds an ordinary index or a table is not refused', async () => {
    const plain = ['create index more on audit (at)', 'create table reports as select * from users']
    expect(await faultAfter(plain)).toBe(undefined)
  })

  // The embedded store takes two seconds for each.
  test.each(kind === KINDS.at(-1) ? FOREIGN : FOREIGN.slice(5, 10))(
    'an attacker who makes %s is named by the start',
    async (_what, statements, named) => {
      const fault = await faultAfter(statements)
      expect(fault).toBeInstanceOf(RowChanged)
      expect(String((fault as Error).message)).toMatch(named)
    },
  )

  // PostgreSQL 17 was the first with such triggers, and PostgreSQL may be older here.
  test.runIf(kind === 'embedded')('an attacker whose program runs at each sign-in is named by the start', async () => {
    const fault = await faultAfter([
      'create schema evil',
      'create function evil.evil() returns event_trigger language plpgsql as $$ begin end $$',
      'create event trigger at_login on login execute function evil.evil()',
    ])
    expect(String((fault as Error).message)).toMatch(/^event trigger at_login at a sign-in was not made by this server/)
  })

  test('an attacker who turns the triggers of the sessions off is named by the start', async () => {
    const fault = await faultAfter(['set local session_replication_role = replica'])
    expect(fault).toBeInstanceOf(RowChanged)
    expect(String((fault as Error).message)).toMatch(/^session_replication_role is replica/)
  })
})
