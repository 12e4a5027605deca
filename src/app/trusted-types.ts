interface Rules {
  createHTML?: (text: string) => string | null
  createScriptURL?: (address: string) => string | null
}

/** Not yet in the types of the DOM; browsers without it do without the guard. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Rules): unknown
}

/** Without an opening bracket no text makes an element: the styles and the entities that libraries set are such. */
export const allowPlainText = (text: string): string | null => (text.includes('<') ? null : text)

/** A worker of our own build. */
export function allowOwnScript(address: string, origin = window.location.origin): string | null {
  const url = new URL(address, origin)
  return url.origin === origin && url.pathname.startsWith('/assets/') ? url.href : null
}

/**
 * What the page's policy asks of every text that a browser would read as HTML or run as a script (server/app.ts): nothing of
 * ours makes any, so whatever does is refused.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: allowPlainText, createScriptURL: (address) => allowOwnScript(address) })
}
