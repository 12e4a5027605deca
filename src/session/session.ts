import type { AuthTokens } from '#contract/auth.ts'
import { sessionEndedCode, signedOutCode } from '#contract/signed-out.ts'
import { type ApiError, createSignedOutError, isApiError } from '#src/api/api-error.ts'
import { setCredentials } from '#src/api/credentials.ts'
import { createSingleFlight } from '#src/api/single-flight.ts'
import { createListenerSet } from '#src/ui/store.ts'
import { toast } from '#src/ui/toast.ts'
import { lastPage } from './last-page.ts'
import { type EndedUserId, readToken, removeToken, watchOtherTabToken, writeToken } from './token-storage.ts'

/** Runs one task of this name at a time over all tabs; where Web Locks are missing (plain http), in this tab only. */
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
 * No answer, one that is not the platform's, "later" and a fault of the server say nothing about the session; every other
 * refusal ends it (docs/decisions/065).
 */
export const isSessionEnd = (error: unknown): error is ApiError =>
  isApiError(error) && error.code !== '' && error.status !== 429 && error.status < 500

/** Whichever tab it ended in, each keeps its own page; who signs out means to leave. */
const rememberPage = (endedOf: EndedUserId) => (endedOf ? lastPage.keep(endedOf) : lastPage.forget())

const end = (endedOf: EndedUserId) => {
  rememberPage(endedOf)
  removeToken(endedOf)
  changes.notify()
}

/** Tells the user once and lets the app leave for the login page (requirements §8). */
const expire = (message: string, description?: string) => {
  end(readToken()?.userId ?? '')
  toast.error(message, { description })
  expiries.notify()
}

/** Another tab, or a new sign-in, may have replaced the token while we waited. */
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

/** The tokens of the signed-in user, in local storage and so shared by all tabs (requirements §3). No React inside. */
export const session = {
  token: readToken,
  get: readToken,
  /** A page that was written before anybody came knows nobody. */
  first: (): AuthTokens | null => null,
  signIn: write,
  /** Somebody signs out. */
  clear: () => end(''),
  /** Renews the access token; one request for any number of callers and tabs. */
  refresh: (): Promise<string> => refresh(),
  /** Also fires for changes made by other tabs, once they are followed. */
  subscribe: changes.add,
  /** Called once, by the page's entry. */
  followOtherTabs: (): void => watchOtherTabToken(handleOtherTabChange, rememberPage),
  /** Its user is refused: it is of no use (requirements §6, §8). */
  fail: (refusal: ApiError): void => expire('获取用户信息失败', refusal.said || 'Has Error'),
  /** Fires when the session is over though nobody signed out; storage is already clear and the user told. */
  onExpired: expiries.add,
  /** Fires when another tab has signed in, or renewed what it had. */
  onArrivedElsewhere: arrivals.add,
}

setCredentials(session)
