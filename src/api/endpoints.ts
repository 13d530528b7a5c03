import * as account from './account.ts'
import * as apiKeys from './api-keys.ts'
import * as auth from './auth.ts'
import * as conversions from './conversions.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as payments from './payments.ts'
import * as secondFactor from './second-factor.ts'
import * as site from './site.ts'
import * as storedFiles from './stored-files.ts'

/** Every endpoint by its name, in the groups and the order of the API document. */
export const ENDPOINTS = {
  files: {
    convertFile: files.convertFile,
    checkFile: files.checkFile,
  },
  background: {
    getFile: storedFiles.getFile,
    getFileResult: storedFiles.getFileResult,
    deleteFile: storedFiles.deleteFile,
  },
  conversions: {
    convertBulk: conversions.convertBulk,
    listJobs: conversions.listJobs,
    getJob: conversions.getJob,
    deleteJob: conversions.deleteJob,
  },
  session: {
    login: auth.login,
    completeSignIn: secondFactor.completeSignIn,
    requestPasskey: secondFactor.requestPasskey,
    signInWithPasskey: secondFactor.signInWithPasskey,
    requestDeviceCode: secondFactor.requestDeviceCode,
    recogniseDevice: secondFactor.recogniseDevice,
    confirmIdentity: secondFactor.confirmIdentity,
    me: auth.me,
    logout: auth.logout,
    register: auth.register,
    requestReset: auth.requestReset,
    checkReset: auth.checkReset,
    resetPassword: auth.resetPassword,
    verifyEmail: auth.verifyEmail,
  },
  account: {
    getAccount: account.getAccount,
    listEntries: account.listEntries,
    requestVerification: account.requestVerification,
    downloadData: account.downloadData,
    deleteAccount: account.deleteAccount,
  },
  protection: {
    changePassword: account.changePassword,
    listSessions: account.listSessions,
    endSession: account.endSession,
    endAllSessions: account.endAllSessions,
    listFactors: secondFactor.listFactors,
    startApp: secondFactor.startApp,
    confirmApp: secondFactor.confirmApp,
    removeApp: secondFactor.removeApp,
    requestNewPasskey: secondFactor.requestNewPasskey,
    addPasskey: secondFactor.addPasskey,
    removePasskey: secondFactor.removePasskey,
    replaceRecoveryCodes: secondFactor.replaceRecoveryCodes,
    listApiKeys: apiKeys.listApiKeys,
    createApiKey: apiKeys.createApiKey,
    revokeApiKey: apiKeys.revokeApiKey,
  },
  purchases: {
    createCheckoutSession: payments.createCheckoutSession,
    finalizeCheckout: payments.finalizeCheckout,
    listPurchases: payments.listPurchases,
    receivePaymentEvent: payments.receivePaymentEvent,
  },
  site: {
    contact: site.contact,
    acceptTerms: site.acceptTerms,
    getDescription: site.getDescription,
  },
} satisfies Record<string, Record<string, Endpoint>>

export type EndpointGroup = keyof typeof ENDPOINTS

export type EndpointName = { [Group in EndpointGroup]: keyof (typeof ENDPOINTS)[Group] }[EndpointGroup]
