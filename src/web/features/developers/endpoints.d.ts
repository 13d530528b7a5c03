declare module 'virtual:endpoints' {
  export const ENDPOINTS: readonly import('./endpoint.ts').ShownEndpoint[]
  /** Errors of every endpoint. */
  export const COMMON_ERRORS: readonly string[]
}

/** The meaning of each code in the language `*`; the others are left out of its scripts. */
declare module 'virtual:errors/*' {
  export const ERRORS: readonly import('./text.ts').ShownError[]
}
