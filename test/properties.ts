import { configureGlobal } from 'fast-check'

/** Properties try the same examples in every run: a change is judged by itself. `SEED=7 npm test` tries others. */
const { SEED = '20260101' } = process.env
const seed = Number(SEED)
if (!Number.isSafeInteger(seed)) throw new Error(`SEED takes a whole number, and is '${SEED}'.`)

configureGlobal({ seed })
