import { parentPort, workerData } from 'node:worker_threads'
import { run, type RunJob } from './run.ts'

parentPort?.postMessage(await run(workerData as RunJob))
