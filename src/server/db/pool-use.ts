import type { Db } from './schema.ts'

/** What the connections to a database are doing. */
export type PoolUse = { open: number; inUse: number; waiting: number }

const uses = new WeakMap<Db, () => PoolUse>()

export const tellPoolUse = (db: Db, use: () => PoolUse): void => void uses.set(db, use)

/** Undefined of a database without connections, which is SQLite. */
export const poolUseOf = (db: Db): (() => PoolUse) | undefined => uses.get(db)
