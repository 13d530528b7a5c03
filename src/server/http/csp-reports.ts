import type { FastifyInstance, FastifyRequest } from 'fastify'
import { acceptRawBodies, parseJsonBody } from './body.ts'
import type { BodyMemory } from './body-memory.ts'
import { throwApiError } from './api-error.ts'
import { redactPath } from './log.ts'
import { CSP_REPORT_PATH } from './security-headers.ts'

const MAX_REPORT_BYTES = 16 * 1024
/** Reports of one request that are read. */
const MAX_REPORTS = 10

/** What browsers send for `report-uri`, and for `report-to`. */
const REPORT_TYPES = ['application/csp-report', 'application/reports+json']

/** Directives of our policies. */
const DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'font-src',
  'img-src',
  'connect-src',
  'worker-src',
  'manifest-src',
  'media-src',
  'frame-src',
  'object-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'require-trusted-types-for',
  'trusted-types',
])
const KEYWORDS = new Set(['inline', 'eval', 'wasm-eval', 'trusted-types-policy', 'trusted-types-sink'])
const SCHEMES = new Set(['data', 'blob', 'file', 'about', 'http', 'https', 'ws', 'wss'])

/** A report without personal data: no addresses, no text of the page or of the script. */
type Violation = { directive: string; blocked: string; page: string }

type CspReportDependencies = {
  count: (directive: string) => void
  memory: BodyMemory
  /** Seconds until a network may report again; counts a report. */
  limit: (request: FastifyRequest) => number
  /** Whether one more line may be logged; counts it. */
  mayLog: () => boolean
}

/**
 * Counts what browsers report of violated policies, and logs some of it. Nothing else follows from a report, which anyone can
 * send: at most one line, and no request.
 */
export async function addCspReportRoute(
  scope: FastifyInstance,
  { count, memory, limit, mayLog }: CspReportDependencies,
): Promise<void> {
  acceptRawBodies(scope, memory, [...REPORT_TYPES, 'application/json'])
  scope.post(
    CSP_REPORT_PATH,
    {
      bodyLimit: MAX_REPORT_BYTES,
      onRequest: async (request) => {
        const seconds = limit(request)
        if (seconds > 0) throwApiError('too_many_requests', { seconds })
      },
    },
    async (request, reply) => {
      const violations = readViolations(parseJsonBody(request))
      for (const { directive } of violations) count(directive)
      const [first] = violations
      if (first !== undefined && mayLog())
        request.log.warn({ ...first, reports: violations.length }, 'a content security policy was violated')
      return reply.code(204).header('cache-control', 'no-store').send()
    },
  )
}

function readViolations(json: unknown): Violation[] {
  const reports = Array.isArray(json) ? json.slice(0, MAX_REPORTS).map((each) => fieldsOf(each)['body']) : []
  return [fieldsOf(json)['csp-report'], ...reports].filter((report) => report !== undefined).map(toViolation)
}

/** Both forms of a report. */
function toViolation(report: unknown): Violation {
  const fields = fieldsOf(report)
  const text = (...names: string[]) => names.map((name) => fields[name]).find(isText) ?? ''
  const directive =
    text('effectiveDirective', 'effective-directive', 'violated-directive').split(' ', 1)[0] ?? ''
  const page = URL.parse(text('documentURL', 'document-uri'))?.pathname ?? ''
  return {
    directive: DIRECTIVES.has(directive) ? directive : 'other',
    blocked: kindOf(text('blockedURL', 'blocked-uri')),
    page: redactPath(page),
  }
}

/** `inline`, `eval` …, or the scheme of an address, as `https:`. */
function kindOf(blocked: string): string {
  if (KEYWORDS.has(blocked)) return blocked
  const [scheme = ''] = blocked.slice(0, 10).split(':', 1)
  return SCHEMES.has(scheme) ? `${scheme}:` : 'other'
}

const isText = (value: unknown): value is string => typeof value === 'string'

const fieldsOf = (value: unknown): Record<string, unknown> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any object has unknown fields
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
