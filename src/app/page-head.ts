const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

interface PageHead {
  /** Path and search. */
  address: string
  title: string
  description: string
  brand: string
  origin: string
}

/** Formats what search engines and link previews read. The server fills in `<!--structured-->`, as only it knows the offers. */
export function formatPageHead({ address, title, description, brand, origin }: PageHead): string {
  const shown = escaped(`${title} · ${brand}`)
  const said = escaped(description)
  const url = escaped(origin + address)
  return [
    `<title>${shown}</title>`,
    `<meta name="description" content="${said}" />`,
    `<link rel="canonical" href="${url}" />`,
    '<meta property="og:type" content="website" />',
    '<meta property="og:locale" content="zh_CN" />',
    `<meta property="og:site_name" content="${escaped(brand)}" />`,
    `<meta property="og:title" content="${shown}" />`,
    `<meta property="og:description" content="${said}" />`,
    `<meta property="og:url" content="${url}" />`,
    `<meta property="og:image" content="${escaped(origin)}/preview.png" />`,
    '<meta property="og:image:width" content="1200" />',
    '<meta property="og:image:height" content="630" />',
    '<meta name="twitter:card" content="summary_large_image" />',
    '<!--structured-->',
  ].join('\n    ')
}
