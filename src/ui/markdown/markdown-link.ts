import { parseUrl } from '#contract/parse-url.ts'

/** Stand-in for the site's origin, which the rendered page must not depend on. */
const here = 'https://site.invalid'

export type MarkdownLink =
  /** An anchor on the same page. */
  | { kind: 'place'; href: string }
  /** A page of this site. */
  | { kind: 'page'; href: string }
  /** A file of this site, without a route in the web app. */
  | { kind: 'file'; href: string }
  | { kind: 'mail'; href: string }
  /** Another site. */
  | { kind: 'outside'; href: string }

/**
 * Classifies an address in a text; returns null if it is not allowed. Parses the address as a browser does, so that no spelling
 * (tabs, case, backslashes) disguises another scheme. Refuses relative addresses, which have no meaning here.
 */
export function parseMarkdownLink(href: string): MarkdownLink | null {
  const address = href.trim()
  if (address.startsWith('#')) return { kind: 'place', href: address }
  const url = parseUrl(address, here)
  if (!url) return null
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.origin !== here) return /^(https?:|\/\/)/i.test(address) ? { kind: 'outside', href: url.href } : null
  // `/a/..//b` parses to `//b`, which is another site.
  if (!address.startsWith('/') || url.pathname.startsWith('//')) return null
  return { kind: /\.\w+$/.test(url.pathname) ? 'file' : 'page', href: `${url.pathname}${url.search}${url.hash}` }
}
