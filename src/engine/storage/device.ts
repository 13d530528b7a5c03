import { type DeviceRecords, DEVICE_RECORDS } from './bulk-store.ts'
import { HISTORY, type History } from './history.ts'

/** What the device keeps for a session. */
export type Device = { readonly records: DeviceRecords; readonly history: History }

export const DEVICE: Device = { records: DEVICE_RECORDS, history: HISTORY }
