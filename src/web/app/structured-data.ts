import { type Lang, languageOfPath } from '#i18n/language.ts'
import { formatCount } from '#money/format.ts'
import { type Cents, toDecimalText } from '#money/amount.ts'
import { EURO } from '#money/currency.ts'
import { PLANS } from '#product/plans.ts'
import { PRODUCT } from '#product/product.ts'
import { CONTACT_QUESTIONS } from '../features/contact/faq.tsx'
import { m } from '#i18n/messages/messages.js'
import { type Page, pageOf, pathOf } from '../routing/paths.ts'
import { PRICING_QUESTIONS } from '../features/billing/faq.tsx'
import type { Question } from '../ui/faq.tsx'

const CONTEXT = 'https://schema.org'

const absolute = (path: string): string => PRODUCT.origin + path

const OF_PAGE: Partial<Record<Page, (lang: Lang) => object[]>> = {
  home: (lang) => [application(lang), organization(lang)],
  check: (lang) => [priceCheck(lang)],
  pricing: (lang) => [...planProducts(lang), questions(PRICING_QUESTIONS)],
  contact: (lang) => [organization(lang), questions(CONTACT_QUESTIONS)],
}

/**
 * Structured data of a page for search engines (https://schema.org); only facts that are visible on the page
 * too.
 */
export function structuredData(pathname: string): object[] {
  const page = pageOf(pathname)
  const data = page && OF_PAGE[page]?.(languageOfPath(pathname))
  return (data ?? []).map((thing) => ({ '@context': CONTEXT, ...thing }))
}

const application = (lang: Lang): object => ({
  '@type': 'WebApplication',
  name: PRODUCT.name[lang],
  description: m.home_description(),
  url: absolute(pathOf('home', lang)),
  inLanguage: lang,
  applicationCategory: 'FinanceApplication',
  operatingSystem: 'All',
  browserRequirements: 'JavaScript',
  offers: offer(0 as Cents, pathOf('register', lang)),
})

const priceCheck = (lang: Lang): object => ({
  '@type': 'WebApplication',
  name: m.check_page_title(),
  description: m.check_description(),
  url: absolute(pathOf('check', lang)),
  inLanguage: lang,
  applicationCategory: 'FinanceApplication',
  operatingSystem: 'All',
  browserRequirements: 'JavaScript',
  isAccessibleForFree: true,
})

const organization = (lang: Lang): object => ({
  '@type': 'Organization',
  name: PRODUCT.name[lang],
  url: absolute('/'),
  logo: absolute('/icon-512.png'),
  email: PRODUCT.supportEmail,
})

/** The plans with a price, as products with one offer each. */
const planProducts = (lang: Lang): object[] =>
  PLANS.flatMap(({ name, tokens, price }) =>
    price === undefined
      ? []
      : {
          '@type': 'Product',
          name: `${PRODUCT.name[lang]} ${name[lang]}`,
          description: m.tokens_for({ count: tokens, n: formatCount(tokens, lang) }),
          image: absolute(`/social/${lang}.png`),
          brand: { '@type': 'Brand', name: PRODUCT.name[lang] },
          offers: offer(price, pathOf('pricing', lang)),
        },
  )

const offer = (price: Cents, path: string): object => ({
  '@type': 'Offer',
  price: toDecimalText(price),
  priceCurrency: EURO,
  availability: 'https://schema.org/InStock',
  url: absolute(path),
})

const questions = (all: readonly Question[]): object => ({
  '@type': 'FAQPage',
  mainEntity: all.map(([question, answer]) => ({
    '@type': 'Question',
    name: question(),
    acceptedAnswer: { '@type': 'Answer', text: withoutLinks(answer()) },
  })),
})

/** The text without its links, in the syntax of `LinkedText`. */
const withoutLinks = (text: string): string => text.replaceAll(/\[([^\]]+)\]\(\w+\)/g, '$1')
