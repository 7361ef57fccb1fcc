/**
 * The shared code of the office: names of staff, pages and orders of lists, customers in requests, the log of views of
 * records, the first day of a platform.
 */
export { type Looks, recordAccess } from './access-log.ts'
export { firstDayEnd, firstDayEndOf } from './first-day.ts'
export { type Named, type Naming, namesOf } from './names.ts'
export { type MoneySort, moneyOrder, type PageWanted, pageOf, sortOf } from './paging.ts'
export { userIn } from './users.ts'
