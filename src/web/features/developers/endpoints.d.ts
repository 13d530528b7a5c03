declare module 'virtual:endpoints' {
  import type { ShownCall } from './endpoint.ts'

  export const ENDPOINTS: readonly ShownCall[]
  /** Errors of every endpoint. */
  export const COMMON_ERRORS: readonly string[]
}

/** The meaning of each code in one language; the others are left out of its scripts. */
declare module 'virtual:errors/bg' {
  import type { ShownError } from './text.ts'

  export const ERRORS: readonly ShownError[]
}
declare module 'virtual:errors/en' {
  import type { ShownError } from './text.ts'

  export const ERRORS: readonly ShownError[]
}
