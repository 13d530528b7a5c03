import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { API_KEY_LIMITS } from '#product/api-keys.ts'
import { LIMITS } from '#product/limits.ts'
import { PRODUCT } from '#product/product.ts'
import type { ErrorCode } from './errors.ts'
import type { OpenFileQuestion } from './file-question.ts'
import { type FileReason, QUESTIONS, REASONS } from './file-reasons.ts'

/** Values for the message; absent where the error has none. */
export type ErrorParams = {
  cost?: number
  balance?: number
  /** Of `daily_tokens_spent`: what the key may still spend today. */
  left?: number
  seconds?: number
  weakness?: PasswordWeakness
  ticket?: string
  factors?: ('app' | 'passkey')[]
  /** Of `file_unreadable`, `invalid_choice` and `no_prices`. */
  reason?: FileReason
  /** What the file says, or its name in a choice. */
  text?: string
  /** Of `file_undecided`. */
  questions?: OpenFileQuestion[]
}

/** Why a password is easy to guess. */
export type PasswordWeakness = 'common' | 'words' | 'email' | 'pattern'

const MEGABYTE = 1024 * 1024

type Sentence = (figures: ErrorParams) => string

const tokens = {
  bg: (count = 0) => `${formatCount(count, 'bg')} ${count === 1 ? 'жетон' : 'жетона'}`,
  en: (count = 0) => `${formatCount(count, 'en')} ${count === 1 ? 'token' : 'tokens'}`,
} satisfies Record<Lang, (count?: number) => string>

/** From here on the wait is given in minutes. */
const MINUTES_FROM_SECONDS = 120
const minutes = (seconds: number): number => Math.ceil(seconds / 60)

const wait = {
  bg: (seconds = 60) =>
    seconds < MINUTES_FROM_SECONDS
      ? `${seconds} ${seconds === 1 ? 'секунда' : 'секунди'}`
      : `${minutes(seconds)} минути`,
  en: (seconds = 60) =>
    seconds < MINUTES_FROM_SECONDS
      ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
      : `${minutes(seconds)} minutes`,
} satisfies Record<Lang, (seconds?: number) => string>

/** Why a password is easy to guess, or every reason where it is not known. */
const WEAK_PASSWORD = {
  bg: {
    any: 'твърде разпространена е, следва проста поредица (съседни клавиши, повторения, дата) или съдържа имейла ви или обикновена дума',
    common: 'твърде разпространена е',
    words: 'съставена е от обикновени думи',
    email: 'съдържа имейла ви',
    pattern: 'следва проста поредица (съседни клавиши, повторения или дата)',
  },
  en: {
    any: 'it is too common, follows a simple pattern (neighbouring keys, repetitions, a date), or contains your email or a common word',
    common: 'it is too common',
    words: 'it consists of common words',
    email: 'it contains your email',
    pattern: 'it follows a simple pattern (neighbouring keys, repetitions or a date)',
  },
} satisfies Record<Lang, Record<PasswordWeakness | 'any', string>>

/** The sentence of the reason, and a general one where there is none. */
const reasonIn =
  (lang: Lang, general: string): Sentence =>
  ({ reason, text = '' }) =>
    reason === undefined ? general : REASONS[lang][reason](text)

/** The sentence of the first question, and a general one where there is none. */
const questionIn =
  (lang: Lang, general: string): Sentence =>
  ({ questions: [first] = [] }) =>
    first === undefined ? general : QUESTIONS[lang][first.code](first.text ?? '')

/** The message of each error: what happened, and what to do. */
export const ERROR_MESSAGE = {
  bg: {
    bad_request: () => 'Заявката не може да бъде прочетена. Проверете данните и опитайте отново.',
    invalid_email: () => 'Въведете валиден имейл адрес.',
    invalid_password: () => `Паролата трябва да е от ${LIMITS.passwordMin} до ${LIMITS.passwordMax} знака.`,
    common_password: ({ weakness }) =>
      `Тази парола се отгатва лесно: ${WEAK_PASSWORD.bg[weakness ?? 'any']}. Изберете друга.`,
    invalid_message: () =>
      `Напишете името си (до ${LIMITS.contactName} знака) и съобщение (до ${formatCount(LIMITS.contactMessage, 'bg')} знака).`,
    submission_blocked: () => 'Изпращането е блокирано.',
    no_valid_rows: () => 'Няма валидни редове за превалутиране',
    too_many_rows: () =>
      `Едно превалутиране побира до ${formatCount(LIMITS.bulkRows, 'bg')} реда. Разделете файла на части.`,
    too_many_invalid_rows: () =>
      'Твърде много редове нямат валидна цена. Проверете коя колона е с цените или премахнете тези редове и опитайте отново. Не са удържани жетони.',
    unknown_terms_version: () => 'Тази версия на условията не е позната. Презаредете страницата.',
    not_authenticated: () => 'Не сте влезли в профила си',
    invalid_api_key: () => 'Този API ключ не е познат. Проверете дали е копиран целият.',
    api_key_revoked: () => 'Този API ключ е отменен. Създайте нов от настройките на профила.',
    invalid_credentials: () => 'Невалиден имейл или парола',
    not_enough_tokens: ({ cost, balance }) =>
      `Жетоните не достигат: превалутирането струва ${tokens.bg(cost)}, а имате ${tokens.bg(balance)}. Не са удържани жетони.`,
    cross_site: () =>
      'Заявката идва от друг сайт и беше отказана. Отворете сайта от неговия адрес и опитайте отново.',
    wrong_password: () => 'Паролата не е вярна. Опитайте отново.',
    second_factor_required: () =>
      'Паролата е вярна. Потвърдете входа с код от приложението си, с резервен код или с ключ за достъп.',
    wrong_code: () => 'Кодът не е верен или вече е използван. Опитайте със следващия.',
    app_codes_blocked: () =>
      'Имаше твърде много грешни кодове подред и засега не приемаме кодове от приложението. Въведете резервен код или използвайте ключ за достъп. Ако нямате, задайте нова парола от „Забравена парола“ и опитайте пак.',
    code_required: () => 'Потвърдете и с код от приложението си, с резервен код или с ключ за достъп.',
    password_required: () =>
      'Въведете паролата на профила. Ако не сте го направили вие или не я помните, задайте нова от „Забравена парола“ – с това и имейлът се потвърждава.',
    email_unconfirmed: () =>
      'Първо потвърдете имейла си: дотогава не знаем дали профилът е на човека, който чете писмата до този адрес. Писмо за това можете да поискате от настройките.',
    confirmation_required: () => 'Потвърдете, че сте вие, и опитайте отново.',
    session_required: () => 'Тук не се приемат API ключове. Влезте в профила си от сайта и опитайте оттам.',
    scope_missing: () => 'Този API ключ няма право за това. Създайте ключ с нужното право от настройките.',
    passkey_rejected: () =>
      'Ключът за достъп не беше приет: не е за този сайт, премахнат е от профила или времето изтече. Опитайте отново или влезте с парола.',
    too_many_passkeys: () =>
      'Ключовете за достъп в профила са твърде много. Премахнете някой и опитайте отново.',
    invalid_key_name: () => `Дайте име на ключа (до ${API_KEY_LIMITS.nameLength} знака).`,
    too_many_api_keys: () =>
      `В един профил може да има до ${API_KEY_LIMITS.keys} API ключа. Отменете някой, който не ви е нужен, и опитайте отново.`,
    daily_tokens_spent: ({ cost, left = 0 }) =>
      `Нужни са ${tokens.bg(cost)}, а до дневното ограничение на този API ключ остават ${formatCount(left, 'bg')}. Не са удържани жетони.`,
    sign_in_expired: () => 'Времето за този вход изтече. Влезте отново с паролата си.',
    not_found: () => 'Не е намерено.',
    method_not_allowed: () => 'Този адрес не приема заявки с такъв метод.',
    email_taken: () =>
      'С този имейл не може да се направи регистрация. Ако вече имате профил, влезте в него.',
    idempotency_conflict: () =>
      'Същият ключ вече е използван за други редове, друг файл или други параметри. Започнете превалутирането отново.',
    conversion_in_progress: () =>
      'Друго превалутиране в профила ви още не е приключило. Изчакайте и опитайте отново.',
    job_deleted: () =>
      'Това превалутиране вече е направено, а записът му е изтрит. За да превалутирате редовете пак, започнете ново превалутиране.',
    file_not_ready: () => 'Файлът още не е обработен. Опитайте отново след малко.',
    file_failed: () =>
      'Файлът не беше обработен, затова няма резултат. Причината е в състоянието му. Не са удържани жетони.',
    file_deleted: () =>
      `Съдържанието на този файл вече е изтрито. Пазим го до ${LIMITS.keptFileHours} часа след обработката му.`,
    too_many_files: () =>
      `Файловете на профила ви са твърде много: до ${LIMITS.waitingFiles} могат да чакат за обработка, а всички, които пазим, – да са до ${LIMITS.keptFileBytes / MEGABYTE} MB. Изчакайте или изтрийте някой и опитайте отново.`,
    invalid_webhook: () =>
      'Адресът за известяване не се приема. Трябва да е https, до 2000 знака, без потребителско име и парола, и да е в интернет, а не в частна мрежа.',
    file_unreadable: reasonIn('bg', 'Файлът не може да бъде прочетен.'),
    file_undecided: questionIn(
      'bg',
      'За файла има нерешен въпрос. Отговорете с параметър в адреса и изпратете файла отново.',
    ),
    invalid_choice: reasonIn('bg', 'Някой от параметрите не отговаря на файла.'),
    no_prices: reasonIn('bg', 'Във файла няма цени за превалутиране.'),
    request_timeout: () => 'Заявката не пристигна цяла навреме. Проверете връзката си и опитайте отново.',
    headers_too_large: () =>
      'Адресът или бисквитките на заявката са твърде дълги. Изтрийте бисквитките за този сайт и опитайте отново.',
    link_expired: () => 'Връзката вече е използвана или срокът ѝ е изтекъл.',
    body_too_large: () => 'Заявката е твърде голяма. Ако е файл, разделете го на части.',
    unsupported_media_type: () =>
      'Тялото на заявката трябва да е JSON (application/json), а където се приема файл – файлът. Компресирано тяло не се приема.',
    too_many_requests: ({ seconds }) => `Твърде много опити. Опитайте отново след ${wait.bg(seconds)}.`,
    internal: () => 'Възникна грешка при нас. Опитайте отново след малко.',
    unknown_price: () => 'Няма такъв пакет. Изберете пакет от страницата с цените.',
    missing_price: () => 'Не е избран пакет (липсва priceId).',
    missing_session: () => 'Липсва номерът на плащането (session_id).',
    foreign_return_address: () =>
      'Адресът за връщане след плащането не е на този сайт. Отворете сайта от неговия адрес и опитайте отново.',
    invalid_signature: () => 'Подписът на съобщението не е на доставчика на плащания или е твърде стар.',
    payment_refused: () =>
      `Плащането се различава от поръчката и затова не са добавени жетони. Пишете ни на ${PRODUCT.supportEmail}.`,
    dispute_open: () =>
      `Ваше плащане е оспорено пред банката. Нов пакет можете да купите, след като тя реши. Ако оспорването е по погрешка, кажете на банката си и ни пишете на ${PRODUCT.supportEmail}.`,
    checkout_expired: () => 'Плащането не беше завършено и нищо не е платено.',
    checkout_unavailable: () =>
      'Доставчикът на плащания не отговаря и плащането не започна. Опитайте отново след малко.',
    payment_unverified: () =>
      'Плащането още не може да бъде потвърдено. Ако сте платили, жетоните ще бъдат добавени автоматично.',
    payments_closed: () =>
      `В момента не приемаме плащания с карта и плащането не започна. Опитайте по-късно или ни пишете на ${PRODUCT.supportEmail}.`,
    busy: () => 'В момента сме претоварени. Опитайте отново след малко.',
  },
  en: {
    bad_request: () => 'The request could not be read. Check the data and try again.',
    invalid_email: () => 'Enter a valid email address.',
    invalid_password: () =>
      `The password must have ${LIMITS.passwordMin} to ${LIMITS.passwordMax} characters.`,
    common_password: ({ weakness }) =>
      `This password is easy to guess: ${WEAK_PASSWORD.en[weakness ?? 'any']}. Choose another.`,
    invalid_message: () =>
      `Write your name (up to ${LIMITS.contactName} characters) and a message (up to ${formatCount(LIMITS.contactMessage, 'en')} characters).`,
    submission_blocked: () => 'Submission blocked.',
    no_valid_rows: () => 'No valid rows to convert',
    too_many_rows: () =>
      `One conversion takes up to ${formatCount(LIMITS.bulkRows, 'en')} rows. Split the file.`,
    too_many_invalid_rows: () =>
      'Too many rows have no valid price. Check which column holds the prices, or remove those rows, and try again. No tokens were deducted.',
    unknown_terms_version: () => 'This version of the terms is not known. Reload the page.',
    not_authenticated: () => 'Not authenticated',
    invalid_api_key: () => 'This API key is not known. Please check that all of it is there.',
    api_key_revoked: () => 'This API key was revoked. Create a new one in the settings of the account.',
    invalid_credentials: () => 'Invalid credentials',
    not_enough_tokens: ({ cost, balance }) =>
      `This needs ${tokens.en(cost)} and you have ${tokens.en(balance)}. Nothing was charged.`,
    cross_site: () =>
      'The request comes from another site and was refused. Open the site at its own address and try again.',
    wrong_password: () => 'The password is wrong. Try again.',
    second_factor_required: () =>
      'The password is right. Confirm the sign-in with a code of your app, a recovery code or a passkey.',
    wrong_code: () => 'The code is wrong or was already used. Try the next one.',
    app_codes_blocked: () =>
      'There were too many wrong codes in a row, so codes of the app are not accepted for now. Enter a recovery code or use a passkey. If you have none, set a new password through “Forgot your password?” and try again.',
    code_required: () => 'Confirm with a code of your app, a recovery code or a passkey as well.',
    password_required: () =>
      'Please enter the password of the account. If you did not create it or do not remember it, set a new one through “Forgot your password?”, which confirms the email as well.',
    email_unconfirmed: () =>
      'Confirm your email first: until then we do not know whether the account belongs to the person who reads the emails to this address. You can ask for an email in the settings.',
    confirmation_required: () => 'Confirm that it is you, and try again.',
    session_required: () => 'API keys are not accepted here. Sign in on the site and try from there.',
    scope_missing: () =>
      'This API key does not have the permission for this. Create a key that has it in the settings.',
    passkey_rejected: () =>
      'The passkey was not accepted: it is not for this site, was removed from the account, or the time is over. Try again, or sign in with your password.',
    too_many_passkeys: () => 'The account has too many passkeys. Remove one and try again.',
    invalid_key_name: () => `Name the key (up to ${API_KEY_LIMITS.nameLength} characters).`,
    too_many_api_keys: () =>
      `An account can have up to ${API_KEY_LIMITS.keys} API keys. Revoke one that you do not need, and try again.`,
    daily_tokens_spent: ({ cost, left = 0 }) =>
      `This needs ${tokens.en(cost)}, and the daily cap of this API key leaves ${formatCount(left, 'en')}. Nothing was charged.`,
    sign_in_expired: () => 'The time for this sign-in is over. Sign in with your password again.',
    not_found: () => 'Not found.',
    method_not_allowed: () => 'This address does not accept requests with this method.',
    email_taken: () => 'This email cannot be registered. If you already have an account, sign in.',
    idempotency_conflict: () =>
      'The same key has already been used for other rows, another file or other parameters. Start the conversion again.',
    conversion_in_progress: () =>
      'Another conversion in your account is still running. Wait until it is done and try again.',
    job_deleted: () =>
      'This conversion has already been done, and its record has been deleted. To convert the rows again, start a new conversion.',
    file_not_ready: () => 'The file has not been processed yet. Try again in a moment.',
    file_failed: () =>
      'The file could not be processed, so there is no result. Its state says why. Nothing was charged.',
    file_deleted: () =>
      `The contents of this file have been deleted. They are kept for up to ${LIMITS.keptFileHours} hours after it was processed.`,
    too_many_files: () =>
      `Your account has too many files: up to ${LIMITS.waitingFiles} may wait to be processed, and all that are kept may have up to ${LIMITS.keptFileBytes / MEGABYTE} MB. Wait, or delete one, and try again.`,
    invalid_webhook: () =>
      'The webhook address is not accepted. It must be https, have up to 2,000 characters and no user name or password, and be on the internet rather than in a private network.',
    file_unreadable: reasonIn('en', 'The file cannot be read.'),
    file_undecided: questionIn(
      'en',
      'Something is to be decided about the file. Answer with a parameter of the address, and send the file again.',
    ),
    invalid_choice: reasonIn('en', 'One of the parameters does not fit the file.'),
    no_prices: reasonIn('en', 'The file has no prices to convert.'),
    request_timeout: () =>
      'The request did not arrive completely in time. Check the connection and try again.',
    headers_too_large: () =>
      'The address or the cookies of the request are too long. Delete the cookies of this site and try again.',
    link_expired: () => 'This link has already been used or has expired.',
    body_too_large: () => 'The request is too large. If it is a file, split it.',
    unsupported_media_type: () =>
      'The body must be JSON (application/json), or a file where one is accepted. A compressed body is not accepted.',
    too_many_requests: ({ seconds }) => `Too many attempts. Try again in ${wait.en(seconds)}.`,
    internal: () => 'Something failed on our side. Try again in a moment.',
    unknown_price: () => 'There is no such pack. Choose one on the pricing page.',
    missing_price: () => 'Missing priceId',
    missing_session: () => 'Missing session_id',
    foreign_return_address: () =>
      'The address to return to after the payment is not on this site. Open the site at its own address and try again.',
    invalid_signature: () =>
      'The message is not signed by the payment provider, or the signature is too old.',
    payment_refused: () =>
      `The payment differs from the order, so no tokens were added. Write to us at ${PRODUCT.supportEmail}.`,
    dispute_open: () =>
      `One of your payments is disputed with the bank. You can buy another pack once it is decided. If the dispute is an error, tell your bank and write to us at ${PRODUCT.supportEmail}.`,
    checkout_expired: () => 'The payment was not completed, and you were not charged.',
    checkout_unavailable: () =>
      'The payment provider is not responding, and the payment was not started. Try again in a moment.',
    payment_unverified: () =>
      'The payment cannot be confirmed yet. If you have paid, the tokens will be added automatically.',
    payments_closed: () =>
      `We are not taking card payments at the moment, and the payment was not started. Try again later, or write to us at ${PRODUCT.supportEmail}.`,
    busy: () => 'We are overloaded at the moment. Try again in a moment.',
  },
} satisfies Record<Lang, Record<ErrorCode, Sentence>>
