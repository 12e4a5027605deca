interface Rules {
  createHTML?: (text: string) => string | null
  createScriptURL?: (address: string) => string | null
}

/** Missing in the DOM types; browsers without Trusted Types run without this protection. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Rules): unknown
}

/** Allows text without `<`, which cannot create an element; libraries set styles and entities this way. */
export const allowPlainText = (text: string): string | null => (text.includes('<') ? null : text)

/** Allows workers from our own build. */
export function allowOwnScript(address: string, origin = window.location.origin): string | null {
  const url = new URL(address, origin)
  return url.origin === origin && url.pathname.startsWith('/assets/') ? url.href : null
}

/**
 * Installs the default Trusted Types policy for text that a browser would read as HTML or run as a script (server/app.ts). Our
 * code sets no such text, so everything else is refused.
 */
export function installTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML: allowPlainText, createScriptURL: (address) => allowOwnScript(address) })
}
