// Modules that `scripts/endpoint-list.ts` generates. Not a `.d.ts` file: `skipLibCheck` would make a wrong import `any`.
// An ambient module allows no relative imports.

declare module 'virtual:endpoints' {
  import type { ShownEndpoint } from '#web/features/developers/endpoint.ts'

  export const ENDPOINTS: readonly ShownEndpoint[]
}

declare module 'virtual:endpoint-fields' {
  import type { EndpointFields } from '#web/features/developers/endpoint.ts'

  /** By the name of the endpoint. */
  export const FIELDS: Readonly<Record<string, EndpointFields>>
}

declare module 'virtual:common-errors' {
  /** Errors of every endpoint. */
  export const COMMON_ERRORS: readonly string[]
}

/** The meaning of each code in one language: a page loads only its own. */
declare module 'virtual:errors/*' {
  import type { ShownError } from '#web/features/developers/text.ts'

  export const ERRORS: readonly ShownError[]

  /** The meaning of each warning about a file, by its code. */
  export const WARNINGS: Readonly<Record<string, string>>
}
