import type { AuthTokens } from '#contract/auth.ts'

const tokenKey = 'token' // requirements §3
const accessKey = 'access_token' // requirements §3
/** Storage key used as a message to other tabs: written and removed immediately. */
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

/** Reads local storage on every call, because another tab may have changed it; returns the same object for the same text. */
export function readToken(): AuthTokens | null {
  const raw = localStorage.getItem(tokenKey)
  if (raw !== cachedToken.raw) cachedToken = { raw, token: parse(raw) }
  return cachedToken.token
}

export function writeToken(token: AuthTokens): void {
  localStorage.setItem(tokenKey, JSON.stringify(token))
  localStorage.setItem(accessKey, token.access)
}

/** User whose session expired; empty after a deliberate sign-out. */
export type EndedUserId = string

/** Removes the token. Tells other tabs how the session ended before they see the token disappear. */
export function removeToken(endedOf: EndedUserId): void {
  localStorage.setItem(overKey, endedOf)
  localStorage.removeItem(overKey)
  localStorage.removeItem(tokenKey)
  localStorage.removeItem(accessKey)
}

/** Calls `onChange` when another tab signs in, refreshes or signs out; calls `onOver` first if the session ended there. */
export function watchOtherTabToken(onChange: () => void, onOver: (endedOf: EndedUserId) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === overKey && newValue !== null) onOver(newValue)
    if (key === tokenKey || key === null) onChange()
  })
}
