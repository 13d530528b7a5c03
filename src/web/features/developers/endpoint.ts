import type { EndpointGroup, EndpointName } from '#api/endpoints.ts'
import type { DeveloperText } from './text.ts'

/** A field of a request or reply, by its path: `rows[].price`. */
export type EndpointField = {
  name: string
  type: string
  isOptional: boolean
  place: 'body' | 'path' | 'query' | 'header'
}

/** An endpoint as the developer page shows it, generated from the OpenAPI document at build time. */
export type ShownEndpoint = {
  name: EndpointName
  group: EndpointGroup
  method: string
  path: string
  needsSession: boolean
  /** Of which an API key must have one to be accepted; absent where none is. */
  apiKeyScopes?: string[]
  /** Without those of every endpoint. */
  errors: string[]
}

/** The fields of its request and reply, which are loaded apart. */
export type EndpointFields = { takes: EndpointField[]; gives: EndpointField[] }

export type EndpointProps = { call: ShownEndpoint; words: DeveloperText }
