import type { CallGroup, CallName } from '#api/endpoints.ts'

/** What a call takes or answers, by its place: `rows[].price`. */
export type CallField = {
  name: string
  type: string
  isOptional: boolean
  place: 'body' | 'path' | 'query' | 'header'
}

/** A call as the page for developers shows it: made of the OpenAPI document when the pages are built. */
export type ShownCall = {
  name: CallName
  group: CallGroup
  method: string
  path: string
  needsSession: boolean
  takes: CallField[]
  gives: CallField[]
  /** Besides those that every call may answer. */
  refusals: string[]
}
