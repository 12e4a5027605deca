import type { Token } from '#contract/auth.ts'

const token_key = 'token' // spec §3
const access_key = 'access_token' // spec §3
/** A message to the other tabs, sent by writing it; it does not stay. */
const over_key = 'session_over'

let read: { raw: string | null; token: Token | null } = { raw: null, token: null }

const isToken = (value: unknown): value is Token => {
  const token = value as Partial<Token> | null
  return typeof token?.access === 'string' && typeof token.refresh === 'string' && typeof token.userId === 'string'
}

const parse = (raw: string | null): Token | null => {
  try {
    const value: unknown = JSON.parse(raw ?? 'null')
    return isToken(value) ? value : null
  } catch {
    return null
  }
}

/** Reads local storage at every call, since another tab may have written it; the same text gives the same object. */
export function readToken(): Token | null {
  const raw = localStorage.getItem(token_key)
  if (raw !== read.raw) read = { raw, token: parse(raw) }
  return read.token
}

export function writeToken(token: Token): void {
  localStorage.setItem(token_key, JSON.stringify(token))
  localStorage.setItem(access_key, token.access)
}

/** Of whom the session is over though nobody signed out; empty where somebody did. */
export type EndedOf = string

/** The other tabs hear how it ended before they find the token gone. */
export function removeToken(ended_of: EndedOf): void {
  localStorage.setItem(over_key, ended_of)
  localStorage.removeItem(over_key)
  localStorage.removeItem(token_key)
  localStorage.removeItem(access_key)
}

/** Calls back when another tab signs in, refreshes or signs out, and with the way a session has ended there before it is gone here. */
export function onTokenOfOtherTab(onChange: () => void, onOver: (ended_of: EndedOf) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === over_key && newValue !== null) onOver(newValue)
    if (key === token_key || key === null) onChange()
  })
}
