declare module 'virtual:calls' {
  import type { ShownCall } from './call.ts'

  export const CALLS: readonly ShownCall[]
  /** What every call may be refused with. */
  export const COMMON_REFUSALS: readonly string[]
}
