import type { AuthTokens } from '#contract/auth.ts'

const tokenKey = 'token' // requirements §3
const accessKey = 'access_token' // requirements §3
/** A message to the other tabs, sent by writing it; it does not stay. */
const overKey = 'session_over'

let cachedToken: { raw: string | null; token: AuthTokens | null } = { raw: null, token: null }

const isToken = (value: unknown): value is AuthTokens => {
  const token = value as Partial<AuthTokens> | null
  return typeof token?.access === 'string' && typeof token.refresh === 'string' && typeof token.userId === 'string'
}

const parse = (raw: string | null): AuthTokens | null => {
  try {
    const value: unknown = JSON.parse(raw ?? 'null')
    return isToken(value) ? value : null
  } catch {
    return null
  }
}

/** Reads local storage at every call, since another tab may have written it; the same text gives the same object. */
export function readToken(): AuthTokens | null {
  const raw = localStorage.getItem(tokenKey)
  if (raw !== cachedToken.raw) cachedToken = { raw, token: parse(raw) }
  return cachedToken.token
}

export function writeToken(token: AuthTokens): void {
  localStorage.setItem(tokenKey, JSON.stringify(token))
  localStorage.setItem(accessKey, token.access)
}

/** Of whom the session is over though nobody signed out; empty where somebody did. */
export type EndedUserId = string

/** The other tabs hear how it ended before they find the token gone. */
export function removeToken(endedOf: EndedUserId): void {
  localStorage.setItem(overKey, endedOf)
  localStorage.removeItem(overKey)
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(accessKey)
}

/** Calls back when another tab signs in, refreshes or signs out, and with the way a session has ended there before it is gone here. */
export function watchOtherTabToken(onChange: () => void, onOver: (endedOf: EndedUserId) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === overKey && newValue !== null) onOver(newValue)
    if (key === tokenKey || key === null) onChange()
  })
}
