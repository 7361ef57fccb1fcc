/** Read tables folded from events behind a checkpoint, and questions to them. */
export type { AccountLogRow } from './fold.ts'
export type { OrderRow } from './order-row.ts'
export {
  createProjector,
  PROJECTION_RETRY_MS,
  type ProjectionTrouble,
  type Projector,
} from './project.ts'
export { accountLogPage, type EndedFilter, endedOrders, orderOf } from './queries.ts'
export { rebuildReadTables } from './read-tables.ts'
