/** The sections of the Terms of Service in order; also their anchors, equal in all languages. */
export const TERMS_SECTIONS = [
  'acceptance',
  'eligibility',
  'changes',
  'service',
  'fixed-rate',
  'no-advice',
  'tokens',
  'acceptable-use',
  'content',
  'privacy',
  'intellectual-property',
  'feedback',
  'third-parties',
  'disclaimers',
  'liability',
  'indemnity',
  'termination',
  'law',
  'consumer-rights',
  'miscellaneous',
  'contact',
] as const

/** The sections of the Privacy Policy in order; also their anchors. */
export const PRIVACY_SECTIONS = [
  'scope',
  'data',
  'use',
  'cookies',
  'sharing',
  'security',
  'retention',
  'rights',
  'transfers',
  'children',
  'changes',
  'contact',
] as const

export type LegalSection = {
  title: string
  /** Paragraphs, and lists of points, with links in the syntax of `LinkedText`. */
  body: readonly (string | readonly string[])[]
}

/** A language with a missing or additional section does not compile. */
export type TermsText = Record<(typeof TERMS_SECTIONS)[number], LegalSection>
export type PrivacyText = Record<(typeof PRIVACY_SECTIONS)[number], LegalSection>
