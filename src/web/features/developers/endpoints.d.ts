declare module 'virtual:calls' {
  import type { ShownCall } from './endpoint.ts'

  export const CALLS: readonly ShownCall[]
  /** What every call may be refused with. */
  export const COMMON_REFUSALS: readonly string[]
}

/** What each code means, in one language: the other is left out of its scripts. */
declare module 'virtual:refused/bg' {
  import type { ShownRefusal } from './text.ts'

  export const REFUSED: readonly ShownRefusal[]
}
declare module 'virtual:refused/en' {
  import type { ShownRefusal } from './text.ts'

  export const REFUSED: readonly ShownRefusal[]
}
