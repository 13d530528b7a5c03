/** What the product takes at most; every number a person or a program can run into. */
export const LIMITS = {
  /** Letters of a product name that a row keeps. */
  nameLength: 25,
  /** Characters of a price text; the longest sensible price has fewer than 30. */
  priceLength: 64,
  /** Rows typed by hand. */
  manualRows: 100,
  /** Rows of one bulk conversion and of one catalogue. */
  bulkRows: 100_000,
  /** Invalid rows of one bulk conversion, whatever else is in it, and more of them for each valid row. */
  bulkInvalidRows: 1000,
  bulkInvalidPerValid: 20,
  /** Bytes of one bulk request. */
  bulkBytes: 32 * 1024 * 1024,
  /** Bytes of one catalogue file. */
  fileBytes: 20 * 1024 * 1024,
  fileNameLength: 120,
  /** Items of a JSON catalogue checked strictly, and errors shown of them. */
  jsonChecked: 100,
  jsonErrors: 5,
  /** Conversions kept on the device. */
  recentConversions: 10,
  emailLength: 254,
  passwordMin: 8,
  passwordMax: 256,
  contactName: 100,
  contactMessage: 5000,
} as const

export const SIGNUP_TOKENS = 15

export const TERMS_VERSION = '1.0.0'

/** Rows of the results list at first, and added by 'Show more'. */
export const RESULTS_STEP = 15

/** Row counts for manual entry that one press sets. */
export const QUICK_COUNTS = [5, 10, 25, 50] as const

/** Rows of the uploaded table shown at once. */
export const PAGE_SIZES = [25, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50

/** Lev and euro columns of one row may differ by this much, in euro, before the person is told. */
export const PAIR_TOLERANCE_TEXT = '0.05'
