import { configureGlobal } from 'fast-check'

/** Properties try the same examples in every run: a change is judged by itself. `SEED=7 npm test` tries others. */
const SEED = 20260101

configureGlobal({ seed: Number(process.env.SEED ?? SEED) })
