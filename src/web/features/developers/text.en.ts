import { type DeveloperText, ERROR_ANSWER, SIGN_IN_REQUEST, convertAnswer, convertRequest } from './text.ts'

export const DEVELOPERS_EN: DeveloperText = {
  lead: 'Your own program can do everything that the pages do: JSON over HTTPS, with your account and your tokens.',
  description: 'The whole API as an OpenAPI 3.1 document',
  parts: {
    signIn: {
      title: 'API key',
      texts: [
        'Create an API key in the settings of your account, and send it with every request. It is shown once; keep it like a password, and out of pages and apps that others can open. A key works until you revoke it: a new password, or signing out everywhere, does not stop it. Your email must be confirmed first.',
        'Each key has permissions: `convert`, to convert with your tokens, `check`, to check files for free, and `read`, to read the saved conversions and the token balance. No key reaches the settings, the payments or the keys themselves: these need a sign-in. Each endpoint names the permission that it needs. A key can also have a daily cap of tokens (UTC).',
        'In place of a key you can use the cookie of `POST /api/auth/login`, as the pages do. If a request has a key, its cookies are not read. Pages of other sites cannot use the API.',
      ],
      request: SIGN_IN_REQUEST,
    },
    convert: {
      title: 'Converting prices',
      texts: [
        'Each valid row takes one token. A row that cannot be converted is returned as invalid and costs nothing; an empty row costs nothing either. Prices are digits with one decimal point, above 0 and at most 9999999.99; send them as strings, so that no digit is lost.',
        'A very small price can come to 0.00 (0.004 BGN is 0.00 EUR). It takes a token like any other, so check for such prices before you send them; `zeroRows` in the response is how many there were. Line breaks, control characters and angle brackets are removed from names, and names are cut to 25 characters.',
        'Send an `Idempotency-Key` that you generate, a new one for each conversion. When a response is lost, send the same body with the same key again: you get the first response and are charged once. The body must be the same byte for byte: with its fields in another order, or one more space, it is a different request and is rejected with `idempotency_conflict`.',
      ],
      request: convertRequest('Cheese'),
      answer: convertAnswer('Cheese'),
    },
    limits: {
      title: 'Limits',
      texts: [],
      points: [
        '100,000 rows and 32 MiB in one conversion; 20 MiB in one file; 64 KiB in any other request.',
        'Requests with one key: 60 a minute, unless you set another number when you create it (up to 600).',
        'An account, or one key, can run one large conversion (above 64 KiB, or with more than 5,000 commas) at a time.',
        'Above a limit the response is 429, with the seconds to wait in `Retry-After`. A script may reach these limits too, each counted for the key that it uses: 30 rejected large conversions in 15 minutes (repeats of a charged one still get its response); four saved jobs read at once; ten failed sign-ins in 15 minutes.',
        'Registrations, password changes, emails and downloads are limited too.',
        'Bodies are JSON in UTF-8, or a file where one is accepted; uncompressed.',
      ],
    },
    errors: {
      title: 'Errors',
      texts: [
        'Every response that is not a success has this body. The code is stable and meant for programs; the message is meant for people, in the language of `Accept-Language`. After 429 and 503, wait the number of seconds in `Retry-After`, and send the same request again.',
        'Every endpoint can return these codes; its own codes are listed with it:',
      ],
      answer: ERROR_ANSWER,
    },
  },
  exampleName: 'Cheese',
  request: 'Request',
  answer: 'Response',
  codes: { title: 'Error codes', code: 'Status and code', meaning: 'Meaning' },
  warnings: {
    title: 'Warnings about a file',
    lead: 'The codes in `Levro-Warnings`: what is to be known about the file that comes back or was checked.',
    code: 'Code',
    all: 'All warnings',
  },
  tools: 'Without requests',
  overview: 'Overview',
  about: {
    tools:
      'The exact conversion on your side: a package for JavaScript, a command line, formulas for spreadsheets, and a converter for your site.',
    background:
      'Large files that the Levro API processes in the background: their state, their result, and a webhook when they are ready.',
    files: 'Converting and checking whole files with the Levro API, with samples in five languages.',
    conversions: 'Converting prices with the Levro API, and the saved conversions with their rows.',
    session:
      'Registering, signing in and out with the Levro API, forgotten passwords and email confirmation.',
    account: 'The account in the Levro API: token history, your data and deletion.',
    protection:
      'Protection of the account in the Levro API: password, sessions, passkeys, authenticator app, recovery codes and API keys.',
    purchases: 'Buying tokens with the Levro API, and the list of purchases with their receipts.',
    site: 'Messages to support, the terms and the description of the Levro API.',
    errors: 'The codes of errors and of warnings of the Levro API, with the meaning of each.',
  },
  takes: 'Request',
  gives: 'Response',
  optional: 'optional',
  places: { body: 'body', path: 'in the path', query: 'in the query', header: 'header' },
  signedIn: 'sign-in required',
  anyone: 'no sign-in needed',
  apiKeyScope: 'or a key with',
  nothing: 'no fields',
  errorsTitle: 'Errors',
  groups: {
    files: 'Files',
    background: 'Background files',
    conversions: 'Conversions',
    session: 'Sign-in and registration',
    account: 'Account',
    protection: 'Account protection',
    purchases: 'Purchases',
    site: 'Site',
  },
  summaries: {
    convertBulk: 'Converts rows, one token for each valid row, and saves them as a job.',
    listJobs: 'Lists the saved jobs, newest first.',
    getJob: 'Returns a saved job with its rows.',
    deleteJob: 'Deletes a saved job.',
    convertFile:
      'Converts a file: returns the same file with the new prices, one token for each. Above 20,000 rows it is converted in the background, and the response (202) is its state.',
    checkFile:
      'Checks a file with prices in both currencies, and returns every pair that is not exact to the cent. Free; above 20,000 rows in the background (202).',
    getFile: 'Returns the state of a file that is converted or checked in the background.',
    getFileResult:
      'Returns the converted file, or the report of a check, until 24 hours after it was made. Its name, its warnings and the tokens are in the headers.',
    deleteFile:
      'Deletes the contents of such a file at once. A conversion that has not been charged yet is cancelled; a saved job stays.',
    login: 'Signs in.',
    completeSignIn:
      'Completes a sign-in that was answered with `second_factor_required`, by a code of the app or a recovery code.',
    requestPasskey: 'Returns the options with which a browser asks for a passkey.',
    signInWithPasskey: 'Signs in with a passkey alone.',
    requestDeviceCode:
      'Requests an email with a code that makes this device a known one. The response is the same whether the account exists or not.',
    recogniseDevice:
      'Makes this device a known one, by that code, a code of the app or a recovery code: failed attempts by others no longer delay it.',
    me: 'Returns the current user and the token balance.',
    logout: 'Signs out.',
    register: 'Creates an account with 15 free tokens and signs in.',
    requestReset:
      'Requests an email with a link to set a new password. The response is the same whether the account exists or not.',
    checkReset:
      'Shows whether the token of such a link can still set a new password. The token stays unused.',
    resetPassword:
      'Sets a new password with the token of such a link, which is valid once. Ends every session of the account.',
    verifyEmail:
      'Confirms the email address with the token of an emailed link, and with the password in a browser that is not signed in to the account.',
    getAccount: 'Returns the account.',
    listEntries:
      'Lists the token history, newest first, up to 20 entries. For the next entries, set `before` to the number of the last one.',
    changePassword: 'Changes the password and ends every other session.',
    requestVerification: 'Requests another email with the link that confirms the address.',
    listSessions: 'Lists the sessions of the account, the last used first.',
    endSession: 'Ends another session. Requires the password.',
    endAllSessions: 'Ends every session, including this one. Requires the password.',
    confirmIdentity:
      'Confirms for 15 minutes who is signed in: by the password, with a code where the account has a second factor, or by a passkey alone.',
    listFactors: 'Returns the second factors of the account.',
    startApp: 'Starts the set-up of an authenticator app. Requires a confirmation and a confirmed email.',
    confirmApp: 'Completes it with the first code of the app.',
    removeApp: 'Removes the authenticator app. Requires a confirmation.',
    requestNewPasskey:
      'Returns the options with which a browser creates a passkey. Requires a confirmation and a confirmed email.',
    addPasskey: 'Adds a passkey. Requires a confirmation and a confirmed email.',
    removePasskey: 'Removes a passkey. Requires a confirmation.',
    replaceRecoveryCodes:
      'Replaces the recovery codes. Requires a confirmation, a confirmed email and a second factor.',
    listApiKeys: 'Lists the API keys that work, the newest first.',
    createApiKey:
      'Creates an API key, which is returned this once. Requires a confirmation and a confirmed email.',
    revokeApiKey: 'Revokes an API key at once and permanently. Requires a confirmation.',
    downloadData: 'Returns all data stored about you, as one JSON file.',
    deleteAccount: 'Deletes the account permanently, with everything in it except purchases.',
    createCheckoutSession: 'Starts the payment of a pack, or continues the open one.',
    finalizeCheckout: 'Checks whether a payment was made, and credits its tokens. 202 while it is pending.',
    listPurchases:
      'Lists completed and pending purchases, the last paid first, up to 20. For the next ones, set `before` to the id of the last one.',
    receivePaymentEvent: 'Receives signed events of the payment provider only.',
    contact: 'Sends a message to support.',
    acceptTerms: 'Records that a version of the terms was accepted.',
    getDescription: 'Returns the description of all endpoints, OpenAPI 3.1.',
  },
}
