/** What a mail says; both of its forms are made of it. */
export interface Letter {
  brand: string
  subject: string
  /** Plain text; a line break within one stays a line break. */
  paragraphs: readonly string[]
  /** A code to type in, shown large. */
  code?: string | undefined
  /** Where to go on. */
  action?: LetterLink | undefined
  /** Last line: how to get no more of these. */
  unsubscribe?: LetterLink | undefined
}

interface LetterLink {
  label: string
  url: string
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const formatTextLink = ({ label, url }: LetterLink) => `${label}：${url}`
const formatHtmlLink = ({ label, url }: LetterLink, style: string) =>
  `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`

const blockStyle = 'margin:0 0 16px'
const codeStyle = 'margin:0 0 16px;font:600 28px/1.4 Menlo,Consolas,monospace;letter-spacing:4px'
const buttonStyle =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#1d4ed8;color:#ffffff;text-decoration:none'
const footStyle = 'margin:32px 0 0;padding:16px 0 0;border-top:1px solid #8592a6;font-size:13px;opacity:.75'

/**
 * Writes a mail as text and as HTML with the same content. Sets no colours of page and text, so that a program with a dark look
 * chooses its own; what has a colour is readable on both. Loads nothing.
 */
export function composeLetter({ brand, subject, paragraphs, code, action, unsubscribe }: Letter): {
  subject: string
  text: string
  html: string
} {
  const text = [
    ...paragraphs,
    ...(code === undefined ? [] : [`验证码 ${code}`]),
    ...(action ? [formatTextLink(action)] : []),
    ['——', brand, ...(unsubscribe ? [formatTextLink(unsubscribe)] : [])].join('\n'),
  ].join('\n\n')
  const blocks = [
    ...paragraphs.map((one) => `<p style="${blockStyle}">${escapeHtml(one).replaceAll('\n', '<br>')}</p>`),
    ...(code === undefined ? [] : [`<p style="${codeStyle}">${escapeHtml(code)}</p>`]),
    ...(action ? [`<p style="${blockStyle}">${formatHtmlLink(action, buttonStyle)}</p>`] : []),
    `<p style="${footStyle}">${escapeHtml(brand)}${unsubscribe ? `<br>${formatHtmlLink(unsubscribe, 'color:inherit')}` : ''}</p>`,
  ]
  const html = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:24px;font:16px/1.7 'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(brand)}</p>
${blocks.join('\n')}
</div>
</body>
</html>
`
  return { subject, text, html }
}
