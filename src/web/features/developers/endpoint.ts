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
  takes: EndpointField[]
  gives: EndpointField[]
  /** Without those of every endpoint. */
  errors: string[]
}

export type EndpointProps = { call: ShownEndpoint; words: DeveloperText }
