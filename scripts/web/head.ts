import type { WrittenPage } from '#src/app/written-pages.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * What the head says of a page. `%BRAND%`, `%ORIGIN%` and `<!--structured-->` are filled in by the server, which alone
 * knows how it is called and what it has to offer.
 */
export function headOf({ path, title, description }: Omit<WrittenPage, 'module'>): string {
  const shown = escaped(`${title} · %BRAND%`)
  const said = escaped(description)
  const url = `%ORIGIN%${path}`
  return [
    `<title>${shown}</title>`,
    `<meta name="description" content="${said}" />`,
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:locale" content="zh_CN" />',
    '<meta property="og:site_name" content="%BRAND%" />',
    `<meta property="og:title" content="${shown}" />`,
    `<meta property="og:description" content="${said}" />`,
    `<meta property="og:url" content="${url}" />`,
    '<meta property="og:image" content="%ORIGIN%/preview.png" />',
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<!--structured-->',
  ].join('\n    ')
}
