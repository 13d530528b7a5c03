/** Every limit of the product. */
export const LIMITS = {
  /** Characters of a product name that a row keeps. */
  nameLength: 25,
  /** Characters of a price text; the longest sensible price has fewer than 30. */
  priceLength: 64,
  /** Rows entered by hand. */
  manualRows: 100,
  /** Rows of one bulk conversion and of one price list. */
  bulkRows: 100_000,
  /** Invalid rows of one bulk conversion, plus that many for each valid row. */
  bulkInvalidRows: 1000,
  bulkInvalidPerValid: 20,
  /** Bytes of one bulk request. */
  bulkBytes: 32 * 1024 * 1024,
  /** Bytes of one price list file. */
  fileBytes: 20 * 1024 * 1024,
  /** Bytes of one that is looked at, and not converted. */
  shownBytes: 1024 * 1024 * 1024,
  /** Price lists that are opened together, and bytes of the files that they are in. */
  manyLists: 1000,
  manyBytes: 512 * 1024 * 1024,
  fileNameLength: 120,
  /** Rows of a file that the server converts while the request waits; larger ones are converted in the background. */
  syncFileRows: 20_000,
  /** Files of one account that wait to be converted by the server, and bytes of all that the server keeps for it. */
  waitingFiles: 20,
  keptFileBytes: 200 * 1024 * 1024,
  /** Hours for which the server keeps them after completion. */
  keptFileHours: 24,
  /** Items of a JSON price list that are checked strictly, and errors shown of them. */
  jsonItemsChecked: 100,
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

/** Row counts offered for manual entry. */
export const QUICK_COUNTS = [5, 10, 25, 50] as const

/** Rows of the uploaded table shown at once. */
export const PAGE_SIZES = [25, 50, 100, 200] as const
export const DEFAULT_PAGE_SIZE = 50

/** Maximum difference, in euro, between the lev and euro prices of one row without a warning. */
export const PAIR_TOLERANCE_TEXT = '0.05'

/** Size of the report of a check that the server makes. */
export const MAX_REPORT_BYTES = 64 * 1024 * 1024
