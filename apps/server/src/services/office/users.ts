/** A customer whom a request of the office may name. */
import { type UserId, userId } from '@veritick/domain'

export const userIn = (id: number | undefined): UserId | undefined => (id === undefined ? undefined : userId(id))
