import { ERRORS } from 'virtual:errors/en'
import { type DeveloperText, ERROR_ANSWER, SIGN_IN_REQUEST, convertAnswer, convertRequest } from './text.ts'

export const DEVELOPERS_EN: DeveloperText = {
  lead: 'Whatever the pages do, your own program can do: JSON over HTTPS, under your account and with your tokens.',
  description: 'The whole API as an OpenAPI 3.1 document',
  parts: {
    signIn: {
      title: 'Signing in',
      texts: [
        'Sign in once and keep the cookie: it stands for your session. There are no other keys. A session ends after 7 days without use, and after 30 days in any case; then the answer is 401, and you sign in again.',
        'A program needs no further headers. A page of another site cannot make the calls.',
      ],
      request: SIGN_IN_REQUEST,
    },
    convert: {
      title: 'Converting prices',
      texts: [
        'Each valid row takes one token. A row that cannot be converted is answered as invalid and costs nothing, and so does an empty one. Prices are digits with one point, above 0 and at most 9999999.99; send them as text, so that no digit is lost on the way.',
        'A price so small that it comes to 0.00 (0.004 BGN is 0.00 EUR) is converted as 0 and takes a token like any other: look for such prices before you send them. How many there were is in zeroRows of the answer. Names are cleaned of line breaks, control characters and angle brackets, and cut to 25 characters.',
        'Send an Idempotency-Key of your own making, a new one for each conversion. When an answer is lost, send the same body under the same key again: you get the first answer and are charged once. The same means the very same bytes: with the fields in another order, or one more space, it is another request, and is refused with idempotency_conflict.',
      ],
      request: convertRequest('Cheese'),
      answer: convertAnswer('Cheese'),
    },
    limits: {
      title: 'Limits',
      texts: [],
      points: [
        '100,000 rows and 32 MiB in one conversion; 64 KiB in any other call.',
        'Of large conversions (above 64 KiB, or with more than 5,000 commas) an account has one at a time.',
        'Whoever is over a limit gets 429, and the seconds to wait in Retry-After. A script may run into three: 30 large conversions that were refused, in 15 minutes (one that was charged is still answered again); four saved jobs read at once; ten failed sign-ins in 15 minutes.',
        'Registrations, changes of the password, letters and downloads are counted too.',
        'Bodies are JSON in UTF-8, uncompressed.',
      ],
    },
    errors: {
      title: 'Errors',
      texts: [
        'Every answer that is not a success has this body. The code stays the same and is for programs; the sentence is for people, in the language of Accept-Language. After 429 and 503 wait as many seconds as Retry-After says, and send the same again.',
        'Any call may be refused with these codes; its own ones stand beside it:',
      ],
      answer: ERROR_ANSWER,
    },
  },
  request: 'Request',
  answer: 'Answer',
  codes: { title: 'Refusal codes', code: 'Status and code', meaning: 'Meaning' },
  errors: [
    ...ERRORS,
    {
      status: '502',
      code: 'outcome_unknown',
      sentence:
        'The proxy has lost the server, and nobody knows whether the call was carried out. Another proxy on the way may say 504, without this body. Repeat a conversion with the same body and the same Idempotency-Key; check before you repeat anything else.',
    },
  ],
  calls: 'Every call',
  takes: 'Takes',
  gives: 'Answers',
  field: 'Field',
  type: 'Type',
  optional: 'optional',
  places: { body: 'body', path: 'in the path', query: 'in the query', header: 'header' },
  signedIn: 'signed in',
  anyone: 'anyone',
  nothing: 'Nothing.',
  errorsTitle: 'Refused with',
  groups: {
    conversions: 'Conversions',
    session: 'Sign-in and registration',
    account: 'Account',
    purchases: 'Purchases',
    site: 'Site',
  },
  summaries: {
    convertBulk: 'Converts rows, one token for each valid row, and saves them as a job.',
    listJobs: 'The saved jobs, newest first.',
    getJob: 'One saved job with its rows.',
    deleteJob: 'Deletes a saved job.',
    login: 'Signs in.',
    me: 'Who is signed in, and the token balance.',
    logout: 'Signs out.',
    register: 'Makes an account with 15 free tokens and signs in.',
    requestReset:
      'Asks for a letter with a link to set a new password. Answered alike, whether there is an account or not.',
    resetPassword:
      'Sets a new password with the token of such a link, once. Ends every session of the account.',
    verifyEmail: 'Confirms an email address with the token of a mailed link.',
    getAccount: 'What the account is.',
    listEntries:
      'The token history, newest first, up to 20 entries. The query goes on from the number of the last one.',
    changePassword: 'Changes the password and ends every other session.',
    requestVerification: 'Asks for another letter with the link that confirms the address.',
    listSessions: 'The sessions of the account, the last used first.',
    endSession: 'Ends another session, by the password.',
    endAllSessions: 'Ends every session, this one too, by the password.',
    downloadData: 'Everything that is kept about you, as one JSON file.',
    deleteAccount: 'Deletes the account for good, and all that is in it but purchases.',
    createCheckoutSession: 'Starts the payment of a pack, or goes on with the one that is open.',
    finalizeCheckout: 'Asks whether a payment was made, and gives its tokens. 202 while it is awaited.',
    listPurchases:
      'What was paid or is on its way, newest first, up to 20. The query goes on from the id of the last one.',
    receivePaymentEvent: 'Signed messages of the payment provider, and nobody else’s.',
    contact: 'Writes to support.',
    acceptTerms: 'Records that a version of the terms was accepted.',
    getDescription: 'The description of every call, OpenAPI 3.1.',
  },
}
