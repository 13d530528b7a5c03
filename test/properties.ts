import { configureGlobal } from 'fast-check'

/**
 * Properties use the same examples in every run, so that a failure is caused by the change. `SEED=7 npm test`
 * uses others.
 */
const { SEED = '20260101' } = process.env
const seed = Number(SEED)
if (!Number.isSafeInteger(seed)) throw new Error(`SEED takes a whole number, and is '${SEED}'.`)

configureGlobal({ seed })
