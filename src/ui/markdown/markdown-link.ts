/** Stands for wherever the site lives; a rendered page must not depend on it. */
const here = 'https://site.invalid'

export type MarkdownLink =
  /** A place on the same page. */
  | { kind: 'place'; href: string }
  /** A page of this site. */
  | { kind: 'page'; href: string }
  /** A file of this site, which no route of the web shows. */
  | { kind: 'file'; href: string }
  | { kind: 'mail'; href: string }
  /** Another site. */
  | { kind: 'outside'; href: string }

/**
 * What an address in a text may lead to; null is nothing. The address is read as a browser reads it, so no spelling
 * (tabs, case, backslashes) turns another scheme into a link. Relative addresses mean nothing here and are refused.
 */
export function parseMarkdownLink(href: string): MarkdownLink | null {
  const address = href.trim()
  if (address.startsWith('#')) return { kind: 'place', href: address }
  if (!URL.canParse(address, here)) return null
  const url = new URL(address, here)
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  if (url.origin !== here) return /^(https?:|\/\/)/i.test(address) ? { kind: 'outside', href: url.href } : null
  // `/a/..//b` reads as `//b`, which is another site.
  if (!address.startsWith('/') || url.pathname.startsWith('//')) return null
  return { kind: /\.\w+$/.test(url.pathname) ? 'file' : 'page', href: `${url.pathname}${url.search}${url.hash}` }
}
