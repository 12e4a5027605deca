import type { Token } from '#contract/auth.ts'
import { session_ended, signed_out } from '#contract/signed-out.ts'
import { type ApiError, isApiError, signedOut } from '#src/api/api-error.ts'
import { takeCredentialsFrom } from '#src/api/credentials.ts'
import { singleFlight } from '#src/api/single-flight.ts'
import { createListeners } from '#src/ui/store.ts'
import { toast } from '#src/ui/toast.ts'
import { exclusively } from './exclusive.ts'
import { left_page } from './last-page.ts'
import { type EndedOf, onTokenOfOtherTab, readToken, removeToken, writeToken } from './token-storage.ts'

const changes = createListeners()
const expiries = createListeners()
const arrivals = createListeners()

const write = (token: Token) => {
  writeToken(token)
  changes.notify()
}

/**
 * No answer, one that is not the platform's, "later" and a fault of the server say nothing about the session; every other
 * refusal ends it (docs/decisions/065).
 */
export const endsSession = (error: unknown): error is ApiError =>
  isApiError(error) && error.code !== '' && error.status !== 429 && error.status < 500

/** Whichever tab it ended in, each keeps its own page; who signs out means to leave. */
const leavePage = (ended_of: EndedOf) => (ended_of ? left_page.keep(ended_of) : left_page.forget())

const end = (ended_of: EndedOf) => {
  leavePage(ended_of)
  removeToken(ended_of)
  changes.notify()
}

/** Tells the user once and lets the app leave for the login page (spec §8). */
const expire = (message: string, description?: string) => {
  end(readToken()?.userId ?? '')
  toast.error(message, { description })
  expiries.notify()
}

/** Another tab, or a new sign-in, may have replaced the token while we waited. */
const replacedSince = (before: Token): string | null => {
  const now = readToken()
  if (!now || now.userId !== before.userId) throw signedOut()
  return now.refresh === before.refresh ? null : now.access
}

const refresh = singleFlight(async (): Promise<string> => {
  const before = readToken()
  if (!before) throw signedOut()
  return exclusively('zhisuan:refresh', async () => {
    const replaced = replacedSince(before)
    if (replaced) return replaced
    try {
      const { refreshTokens } = await import('./refresh-tokens.ts')
      const data = await refreshTokens(before.refresh)
      const later = replacedSince(before)
      if (later) return later
      write({ ...before, ...data })
      return data.access
    } catch (error) {
      const later = replacedSince(before)
      if (later) return later
      if (endsSession(error)) expire(error.code === session_ended.code ? session_ended.message : signed_out.message)
      throw error
    }
  })
})

const hearOfOtherTab = () => {
  changes.notify()
  if (readToken()) arrivals.notify()
}

/** The tokens of the signed-in user, in local storage and so shared by all tabs (spec §3). No React inside. */
export const session = {
  token: readToken,
  get: readToken,
  /** A page that was written before anybody came knows nobody. */
  first: (): Token | null => null,
  sign_in: write,
  /** Somebody signs out. */
  clear: () => end(''),
  /** Renews the access token; one request for any number of callers and tabs. */
  refresh: (): Promise<string> => refresh(),
  /** Also fires for changes made by other tabs, once they are followed. */
  subscribe: changes.add,
  /** Called once, by the page's entry. */
  followOtherTabs: (): void => onTokenOfOtherTab(hearOfOtherTab, leavePage),
  /** Its user is refused: it is of no use (spec §6, §8). */
  fail: (refusal: ApiError): void => expire('获取用户信息失败', refusal.said || 'Has Error'),
  /** Fires when the session is over though nobody signed out; storage is already clear and the user told. */
  on_expired: expiries.add,
  /** Fires when another tab has signed in, or renewed what it had. */
  on_arrived_elsewhere: arrivals.add,
}

takeCredentialsFrom(session)
