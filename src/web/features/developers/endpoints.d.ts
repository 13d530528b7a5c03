declare module 'virtual:endpoints' {
  import type { ShownCall } from './endpoint.ts'

  export const ENDPOINTS: readonly ShownCall[]
  /** What every call may be refused with. */
  export const COMMON_ERRORS: readonly string[]
}

/** What each code means, in one language: the other is left out of its scripts. */
declare module 'virtual:errors/bg' {
  import type { ShownError } from './text.ts'

  export const ERRORS: readonly ShownError[]
}
declare module 'virtual:errors/en' {
  import type { ShownError } from './text.ts'

  export const ERRORS: readonly ShownError[]
}
