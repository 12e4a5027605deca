import type { AuthTokens } from '#contract/auth.ts'
import { sessionEndedCode, signedOutCode } from '#contract/signed-out.ts'
import { type ApiError, createSignedOutError, isApiError } from '#src/api/api-error.ts'
import { setCredentials } from '#src/api/credentials.ts'
import { createSingleFlight } from '#src/api/single-flight.ts'
import { createListenerSet } from '#src/ui/store.ts'
import { toast } from '#src/ui/toast.ts'
import { lastPage } from './last-page.ts'
import { type EndedUserId, readToken, removeToken, watchOtherTabToken, writeToken } from './token-storage.ts'

/** Runs one task with this name at a time across all tabs; without Web Locks (plain http), only within this tab. */
const runExclusive = <T>(name: string, task: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request(name, task) : task()

const changes = createListenerSet()
const expiries = createListenerSet()
const arrivals = createListenerSet()

const write = (token: AuthTokens) => {
  writeToken(token)
  changes.notify()
}

/**
 * Returns whether the error ends the session. A missing response, a non-platform response, a 429 and a server error say nothing
 * about the session; every other refusal ends it (docs/decisions/065).
 */
export const isSessionEnd = (error: unknown): error is ApiError =>
  isApiError(error) && error.code !== '' && error.status !== 429 && error.status < 500

/** Remembers this tab's page after an expiry, in whichever tab it occurred; forgets it after a deliberate sign-out. */
const rememberPage = (endedOf: EndedUserId) => (endedOf ? lastPage.keep(endedOf) : lastPage.forget())

const end = (endedOf: EndedUserId) => {
  rememberPage(endedOf)
  removeToken(endedOf)
  changes.notify()
}

/** Ends the session, informs the user once, and notifies the app, which opens the login page (requirements §8). */
const expire = (message: string, description?: string) => {
  end(readToken()?.userId ?? '')
  toast.error(message, { description })
  expiries.notify()
}

/** Returns the access token if another tab or a new sign-in replaced it while we waited, else null. */
const findReplacedAccess = (before: AuthTokens): string | null => {
  const now = readToken()
  if (!now || now.userId !== before.userId) throw createSignedOutError()
  return now.refresh === before.refresh ? null : now.access
}

const refresh = createSingleFlight(async (): Promise<string> => {
  const before = readToken()
  if (!before) throw createSignedOutError()
  return runExclusive('zhisuan:refresh', async () => {
    const replaced = findReplacedAccess(before)
    if (replaced) return replaced
    try {
      const { refreshTokens } = await import('./refresh-tokens.ts')
      const data = await refreshTokens(before.refresh)
      const later = findReplacedAccess(before)
      if (later) return later
      write({ ...before, ...data })
      return data.access
    } catch (error) {
      const later = findReplacedAccess(before)
      if (later) return later
      if (isSessionEnd(error)) expire(error.code === sessionEndedCode.code ? sessionEndedCode.message : signedOutCode.message)
      throw error
    }
  })
})

const handleOtherTabChange = () => {
  changes.notify()
  if (readToken()) arrivals.notify()
}

/** Tokens of the signed-in user, in local storage and thus shared by all tabs (requirements §3). Independent of React. */
export const session = {
  token: readToken,
  get: readToken,
  /** Value for hydration: a prerendered page has no user. */
  first: (): AuthTokens | null => null,
  signIn: write,
  /** Signs the user out. */
  clear: () => end(''),
  /** Refreshes the access token; all callers and tabs share one request. */
  refresh: (): Promise<string> => refresh(),
  /** Also fires for changes by other tabs, after `followOtherTabs`. */
  subscribe: changes.add,
  /** Called once by the entry module of the page. */
  followOtherTabs: (): void => watchOtherTabToken(handleOtherTabChange, rememberPage),
  /** Ends the session because the server refuses its user (requirements §6, §8). */
  fail: (refusal: ApiError): void => expire('获取用户信息失败', refusal.said || 'Has Error'),
  /** Fires when the session expires without a sign-out; storage is already cleared and the user informed. */
  onExpired: expiries.add,
  /** Fires when another tab signs in or refreshes its tokens. */
  onArrivedElsewhere: arrivals.add,
}

setCredentials(session)
