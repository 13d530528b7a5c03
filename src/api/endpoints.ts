import * as accounts from './auth.ts'
import * as recovery from './auth.ts'
import * as checkout from './payments.ts'
import * as conversions from './conversions.ts'
import * as legal from './site.ts'
import * as support from './site.ts'
import { getDescription } from './site.ts'
import type { Endpoint } from './endpoint.ts'
import * as settings from './account.ts'

/** Every endpoint by its name, in the groups and the order of the API document. */
export const ENDPOINTS = {
  conversions: {
    convertBulk: conversions.convertBulk,
    listJobs: conversions.listJobs,
    getJob: conversions.getJob,
    deleteJob: conversions.deleteJob,
  },
  session: {
    login: accounts.login,
    me: accounts.me,
    logout: accounts.logout,
    register: accounts.register,
    requestReset: recovery.requestReset,
    resetPassword: recovery.resetPassword,
    verifyEmail: recovery.verifyEmail,
  },
  account: {
    getAccount: settings.getAccount,
    listEntries: settings.listEntries,
    changePassword: settings.changePassword,
    requestVerification: settings.requestVerification,
    listSessions: settings.listSessions,
    endSession: settings.endSession,
    endAllSessions: settings.endAllSessions,
    downloadData: settings.downloadData,
    deleteAccount: settings.deleteAccount,
  },
  purchases: {
    createCheckoutSession: checkout.createCheckoutSession,
    finalizeCheckout: checkout.finalizeCheckout,
    listPurchases: checkout.listPurchases,
    receivePaymentEvent: checkout.receivePaymentEvent,
  },
  site: {
    contact: support.contact,
    acceptTerms: legal.acceptTerms,
    getDescription,
  },
} satisfies Record<string, Record<string, Endpoint>>

export type EndpointGroup = keyof typeof ENDPOINTS

export type EndpointName = { [Group in EndpointGroup]: keyof (typeof ENDPOINTS)[Group] }[EndpointGroup]
