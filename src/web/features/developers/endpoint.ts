import type { EndpointGroup, EndpointName } from '#api/endpoints.ts'

/** What a call takes or answers, by its place: `rows[].price`. */
export type EndpointField = {
  name: string
  type: string
  isOptional: boolean
  place: 'body' | 'path' | 'query' | 'header'
}

/** A call as the page for developers shows it: made of the OpenAPI document when the pages are built. */
export type ShownEndpoint = {
  name: EndpointName
  group: EndpointGroup
  method: string
  path: string
  needsSession: boolean
  takes: EndpointField[]
  gives: EndpointField[]
  /** Besides those that every call may answer. */
  errors: string[]
}
