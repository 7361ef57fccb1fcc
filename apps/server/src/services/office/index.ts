/** What the lists of the office share: names of staff, pages, the log of who viewed a record. */
export { recordAccess } from './access-log.ts'
export { type Named, namesOf } from './names.ts'
export { type MoneySort, moneyOrder, type PageWanted, pageOf, sortOf } from './paging.ts'
export { userIn } from './users.ts'
